/** What loads without React Aria: for the shell and the sign-in pages, which must stay small. */
export type { ButtonVariant, ControlSize } from '../button/button-style.ts';
export { Banner, type BannerProps } from '../feedback/banner.tsx';
export { Spinner, type SpinnerProps } from '../feedback/spinner.tsx';
export * from '../form/form-state.ts';
export * from '../form/use-form.ts';
export * from '../host/host.ts';
export * from '../host/session-user.ts';
export { Link, LinkButton, type LinkButtonProps, type LinkProps, useLinkClick } from '../navigation/link.tsx';
export { ErrorPage, type ErrorPageProps } from '../page/error-page.tsx';
export { fontFiles } from '../theme/fonts.ts';
export { GlobalStyle } from '../theme/global-style.ts';
export * from '../theme/theme-preference.ts';
export * from '../theme/tokens.ts';
export { Button, type ButtonProps } from './button.tsx';
export { Checkbox, type CheckboxProps } from './checkbox.tsx';
export { type FieldInputAttributes, FormField, type FormFieldProps } from './form-field.tsx';
export { PasswordField, type PasswordFieldProps } from './password-field.tsx';
export { TextField, type TextFieldProps } from './text-field.tsx';
