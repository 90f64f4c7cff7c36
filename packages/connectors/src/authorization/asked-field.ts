/** Connector fields that a form asks for. `customOptions.x` is a member of `customOptions` (spec CONN-18, CONN-19). */
export type ConnectorField =
  | 'name'
  | 'slug'
  | 'username'
  | 'password'
  | 'apiKey'
  | 'accessToken'
  | 'accessTokenSecret'
  | 'clientId'
  | 'clientSecret'
  | 'refreshToken'
  | 'realmId'
  | `customOptions.${string}`;

export type AddressPart = 'host' | 'path';

export interface AskedField {
  field: ConnectorField;
  label: string;
  /** Shown while the field is empty. */
  message: string;
  /** A field that can replace this one. */
  orField?: ConnectorField;
  /** The part of the system's address that contains the value. Absent: none. */
  addressPlace?: AddressPart;
}

/** A required field. */
export function asked(field: ConnectorField, label: string, message = `Please input ${label}`): AskedField {
  return { field, label, message };
}

/** Connector fields in braces, as in the texts of a connector type: `Bearer {apiKey}`. */
export const FIELD_PLACEHOLDER = /\{([\w.:]+)\}/g;

/** The names in braces in these texts, each once. */
export function namesInBraces(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => [...(text ?? '').matchAll(FIELD_PLACEHOLDER)].map(([, name = '']) => name)))];
}
