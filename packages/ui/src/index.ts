/** The design system. `@portage/ui/base` is the part that loads without React Aria. */
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
export { Spinner, type SpinnerProps } from './button/spinner.tsx';
export {
  DatePicker,
  type DatePickerProps,
  DateRangePicker,
  type DateRangePickerProps,
  DateTimePicker,
  type DateTimePickerProps,
} from './calendar/date-pickers.tsx';
export type { InstantRange } from './calendar/instants.ts';
export { type RangeAddress, resolveRange } from './calendar/range-presets.ts';
export { StartedFilter } from './calendar/started-filter.tsx';
export { type Bar, BarChart, type BarChartProps } from './chart/bar-chart.tsx';
export { type StackedBar, StackedBarChart, type StackedBarChartProps } from './chart/stacked-bar-chart.tsx';
export { briefValue } from './data/brief-value.ts';
export { CodeBlock, CodeEditor, type CodeEditorProps } from './data/code-block.tsx';
export { CopyButton, type CopyButtonProps } from './data/copy-button.tsx';
export { JsonView, type JsonViewProps } from './data/json-view.tsx';
export { listDrawnRows, type RowLayout, type RowWindow, useRowWindow } from './data/row-window.ts';
export { TextView, type TextViewProps } from './data/text-view.tsx';
export { Banner, type BannerProps } from './feedback/banner.tsx';
export { noteCodeLoad } from './feedback/code-loads.ts';
export { FailedRead } from './feedback/failed-read.tsx';
export { LoadingBoundary, type LoadingBoundaryProps, useLoaded, useLoadingVisibility } from './feedback/loading-indicator.tsx';
export { type BarProps, LevelBar, ProgressBar } from './feedback/progress-bar.tsx';
export { Checkbox, Switch, type ToggleProps } from './field/checkbox.tsx';
export { ComboBox, type ComboBoxProps } from './field/combo-box.tsx';
export { ExpressionField, type ExpressionFieldProps } from './field/expression-field.tsx';
export type { FieldProps } from './field/field-parts.tsx';
export { FilePicker, type FilePickerProps } from './field/file-picker.tsx';
export { NumberField, type NumberFieldProps } from './field/number-field.tsx';
export { RadioGroup, type RadioGroupProps, type RadioOption } from './field/radio-group.tsx';
export { SearchField, type SearchFieldProps } from './field/search-field.tsx';
export { Select, type SelectOption, type SelectProps } from './field/select.tsx';
export { TextArea, type TextAreaProps } from './field/text-area.tsx';
export { TextField, type TextFieldProps } from './field/text-field.tsx';
export { afterPress, watchPresses } from './form/after-press.ts';
export * from './form/form-state.ts';
export { useEditable } from './form/use-editable.ts';
export * from './form/use-form.ts';
export { Card, type CardProps } from './layout/card.tsx';
export { EmptyState, type EmptyStateProps } from './layout/empty-state.tsx';
export { FoldingPanel, type FoldingPanelProps } from './layout/folding-panel.tsx';
export { KeyValueList } from './layout/key-value-list.tsx';
export {
  Breadcrumbs,
  FormLayout,
  Page,
  PageHeader,
  type PageHeaderProps,
  Toolbar,
  type ToolbarProps,
} from './layout/page-layout.tsx';
export { Frame, Hidden, Hint, Inline, Muted, PlainList, Problem, Span, Stack, Star, Text } from './layout/parts.ts';
export { type TabItem, TabLinks, Tabs, type TabsProps } from './layout/tabs.tsx';
export { useGrowingList } from './list/growing-list.ts';
export { Link, LinkButton, type LinkButtonProps, type LinkProps, useLinkClick } from './navigation/link.tsx';
export { ConfirmPopup, type ConfirmPopupProps, type ConfirmRequest, type ConfirmSettings, useConfirm } from './overlay/confirm-popup.tsx';
export { Dialog, type DialogProps } from './overlay/dialog.tsx';
export { Drawer, type DrawerProps } from './overlay/drawer.tsx';
export { ErrorPage, type ErrorPageProps, NotFound } from './page/error-page.tsx';
export { Tooltip, type TooltipProps } from './popover/tooltip.tsx';
export * from './services/services.ts';
export { Badge, type BadgeProps } from './status/badge.tsx';
export { actionColumn } from './table/action-column.tsx';
export { CardList, type CardListProps } from './table/card-list.tsx';
export { ListCard, type ListCardProps } from './table/list-card.tsx';
export type { ListPage } from './table/list-parts.tsx';
export { countPages, parsePage, toPageIndex } from './table/page-numbers.ts';
export { Pagination, type PaginationProps } from './table/pagination.tsx';
export { SelectionBar } from './table/selection-bar.tsx';
export { Table, type TableProps } from './table/table.tsx';
export type { TableColumn } from './table/table-column.ts';
export { sortQuery, type TableSort } from './table/table-sort.ts';
export { Bone, RareAction, RowActions } from './table/table-style.ts';
export { type ListAddress, useListAddress } from './table/use-list-address.ts';
export { type BoundFilter, type ListFilters, useListFilters } from './table/use-list-filters.ts';
export { type RowSelection, type RowSelectionSettings, useRowSelection } from './table/use-row-selection.tsx';
export { DateTime, type DateTimeProps } from './text/date-time.tsx';
export { EmailText } from './text/email-text.tsx';
export * from './text/format.ts';
export { formatLocale } from './text/locale.ts';
export { formatMonth, formatSavedAt } from './text/specified-formats.ts';
export * from './text/time-zone.ts';
export { keepsItsColor } from './theme/forced-colors.ts';
export { FontFaces, GlobalStyle } from './theme/global-style.ts';
export { visuallyHidden } from './theme/hidden.ts';
export * from './theme/theme-preference.ts';
export * from './theme/tokens.ts';
export { createNotify, createToastQueue, type ToastMessage, type ToastQueue, type ToastTone } from './toast/toast-queue.ts';
export { ToastRegion } from './toast/toast-region.tsx';
