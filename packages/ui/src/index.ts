/** The design system. `@portage/ui/base` is the part that loads without React Aria. */
export { type AreaProps, AreaProviders, type AreaProvidersProps, type AreaSettings, createArea } from './area/create-area.tsx';
export { lazyPage } from './area/lazy-page.tsx';
export { Button, type ButtonProps } from './button/button.tsx';
export type { ButtonVariant, ControlSize } from './button/button-style.ts';
export { IconButton, type IconButtonProps } from './button/icon-button.tsx';
export {
  DropdownMenu,
  MenuButton,
  type MenuButtonProps,
  type MenuEntry,
  type MenuProps,
  SplitButton,
  type SplitButtonProps,
} from './button/menu-button.tsx';
export {
  DatePicker,
  type DatePickerProps,
  DateRangePicker,
  type DateRangePickerProps,
  DateTimePicker,
  type DateTimePickerProps,
} from './calendar/date-pickers.tsx';
export type { InstantRange } from './calendar/instants.ts';
export { type RangeAddress, rangeOf } from './calendar/range-presets.ts';
export { StartedFilter } from './calendar/started-filter.tsx';
export { type Bar, BarChart, type BarChartProps } from './chart/bar-chart.tsx';
export { useAddConnector } from './connectors/use-add-connector.ts';
export { type ListedConnector, useConnectorsOf } from './connectors/use-connectors-of.ts';
export { UseSimulatedButton, useSimulatedTypes } from './connectors/use-simulated-button.tsx';
export { briefValue } from './data/brief-value.ts';
export { CodeBlock, CodeEditor, type CodeEditorProps } from './data/code-block.tsx';
export { CopyButton, type CopyButtonProps } from './data/copy-button.tsx';
export { JsonView, type JsonViewProps } from './data/json-view.tsx';
export { TextView, type TextViewProps } from './data/text-view.tsx';
export { Banner, type BannerProps } from './feedback/banner.tsx';
export { LoadingBoundary, type LoadingBoundaryProps, useLoaded, useLoadingVisibility } from './feedback/loading-indicator.tsx';
export { type BarProps, LevelBar, ProgressBar } from './feedback/progress-bar.tsx';
export { Spinner, type SpinnerProps } from './feedback/spinner.tsx';
export { Checkbox, Switch, type ToggleProps } from './field/checkbox.tsx';
export { ComboBox, type ComboBoxProps } from './field/combo-box.tsx';
export { ExpressionField, type ExpressionFieldProps } from './field/expression-field.tsx';
export type { FieldProps } from './field/field-parts.tsx';
export { NumberField, type NumberFieldProps } from './field/number-field.tsx';
export { RadioGroup, type RadioGroupProps, type RadioOption } from './field/radio-group.tsx';
export { SearchField, type SearchFieldProps } from './field/search-field.tsx';
export { Select, type SelectOption, type SelectProps } from './field/select.tsx';
export { TextArea, type TextAreaProps } from './field/text-area.tsx';
export { TextField, type TextFieldProps } from './field/text-field.tsx';
export { afterPress, watchPresses } from './form/after-press.ts';
export * from './form/form-state.ts';
export * from './form/use-form.ts';
export { rememberBillingReturn, takeBillingReturn } from './host/billing-return.ts';
export * from './host/connector-created.ts';
export * from './host/host.ts';
export * from './host/session-user.ts';
export { Card, type CardProps } from './layout/card.tsx';
export { EmptyState, type EmptyStateProps } from './layout/empty-state.tsx';
export { KeyValueList } from './layout/key-value-list.tsx';
export {
  Breadcrumbs,
  FormLayout,
  Inline,
  Page,
  PageHeader,
  type PageHeaderProps,
  Stack,
  Toolbar,
  type ToolbarProps,
} from './layout/page-layout.tsx';
export { type TabItem, Tabs, type TabsProps } from './layout/tabs.tsx';
export { useGrowingList } from './list/growing-list.ts';
export { Link, LinkButton, type LinkButtonProps, type LinkProps, useLinkClick } from './navigation/link.tsx';
export { ConfirmPopup, type ConfirmPopupProps, type ConfirmRequest, type ConfirmSettings, useConfirm } from './overlay/confirm-popup.tsx';
export { Dialog, type DialogProps } from './overlay/dialog.tsx';
export { Drawer, type DrawerProps } from './overlay/drawer.tsx';
export { Tooltip, type TooltipProps } from './overlay/tooltip.tsx';
export { ErrorPage, type ErrorPageProps, NotFound } from './page/error-page.tsx';
export { runColumns, runPath } from './run-history/run-columns.tsx';
export { RUN_PAGE_SIZE } from './run-history/run-filter.ts';
export { RunHistory, type RunHistoryProps } from './run-history/run-history.tsx';
export { type ListedRun, useRunList } from './run-history/run-list.ts';
export { Badge, type BadgeProps } from './status/badge.tsx';
export { failedStepsText, isInProgress } from './status/run-progress.ts';
export { runStatusLooks, StatusBadge, StatusIcon } from './status/run-status.tsx';
export type { SyncFlow } from './sync/api-types.ts';
export { FlowCard, type FlowCardActions, type FlowCardProps } from './sync/flow-card.tsx';
export * from './sync/flow-words.ts';
export { PreviewFlows } from './sync/preview-flows.tsx';
export { ListCard, type ListCardProps, type ListQuery } from './table/list-card.tsx';
export { pageCountOf, pageIndexOf, parsePage } from './table/page-numbers.ts';
export { Pagination, type PaginationProps } from './table/pagination.tsx';
export { Table, type TableColumn, type TableProps, type TableSort } from './table/table.tsx';
export { RowActions } from './table/table-style.ts';
export { type ListAddress, useListAddress } from './table/use-list-address.ts';
export { type ListFilters, useListFilters } from './table/use-list-filters.ts';
export { ConnectorMark, ConnectorMarks, MISSING_SYSTEM, type NeededConnectorType } from './templates/connector-mark.tsx';
export { ConnectorTypeFilter } from './templates/connector-type-filter.tsx';
export { shortDescription } from './templates/short-description.ts';
export { TemplateGrid } from './templates/template-card.tsx';
export { TemplateDialog, type TemplateSubject } from './templates/template-dialog.tsx';
export { TemplateGallery } from './templates/template-gallery.tsx';
export { DateTime, type DateTimeProps } from './text/date-time.tsx';
export { EmailText } from './text/email-text.tsx';
export * from './text/format.ts';
export { GlobalStyle } from './theme/global-style.ts';
export { visuallyHidden } from './theme/hidden.ts';
export * from './theme/theme-preference.ts';
export * from './theme/tokens.ts';
export { createNotify, createToastQueue, type ToastMessage, type ToastQueue, type ToastTone } from './toast/toast-queue.ts';
export { ToastRegion } from './toast/toast-region.tsx';
