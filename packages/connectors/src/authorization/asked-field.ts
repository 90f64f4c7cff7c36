/** Fields of a connector that a form asks for; `customOptions.x` lies inside `customOptions` (spec CONN-18, CONN-19). */
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

/** Where in an address a field of a connector stands. */
export type AddressPlace = 'host' | 'path';

export interface AskedField {
  field: ConnectorField;
  /** What stands above the field. */
  label: string;
  /** What is said while it is empty. */
  message: string;
  /** A field that can replace this one. */
  orField?: ConnectorField;
  /** Where the system's address has the value; absent: nowhere. */
  addressPlace?: AddressPlace;
}

/** A field that must be filled in. */
export function asked(field: ConnectorField, label: string, message = `Please input ${label}`): AskedField {
  return { field, label, message };
}

/** Fields of connectors in braces, in the texts of a connector type: `Bearer {apiKey}`. */
export const FIELD_PLACEHOLDER = /\{([\w.:]+)\}/g;

/** The names in braces in these texts. */
export function namesInBraces(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => [...(text ?? '').matchAll(FIELD_PLACEHOLDER)].map(([, name = '']) => name)))];
}
