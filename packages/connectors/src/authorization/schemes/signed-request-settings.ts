import { HEADER_NAME } from '@portage/primitives/http';
import { FIELD_PLACEHOLDER } from '../asked-field.ts';
import type { SchemeSetting } from '../auth-scheme.ts';
import { isConnectorFieldName, partNamed, partNames, sentPartNames } from './signed-parts.ts';

const PLACES = [
  { value: 'header', label: 'Header' },
  { value: 'query', label: 'Query' },
];

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');

/** The problem with a text that names anything but parts of the request and fields of the connector in braces. */
const unknownName =
  (allowed: readonly string[]) =>
  (text: string): string | null => {
    const wrong = [...text.matchAll(FIELD_PLACEHOLDER)]
      .map(([, name = '']) => name)
      .find((name) => !allowed.includes(partNamed(name)) && !isConnectorFieldName(name));
    return wrong === undefined ? null : `{${wrong.slice(0, 50)}} is not a known placeholder. Use ${inBraces(allowed)}`;
  };
const parameterName = (name: string) => (HEADER_NAME.test(name) ? null : 'This cannot be the name of a header or parameter');

export const signedRequestSettings: readonly SchemeSetting[] = [
  {
    name: 'signedText',
    label: 'Signed text',
    hint: `The text to sign, in order: ${inBraces(partNames)}, fields of the connector such as {clientId}, and any other text. Line breaks count. {base64:timestamp} is a part in Base64.`,
    isLong: true,
    problemOf: unknownName(partNames),
  },
  {
    name: 'hash',
    label: 'Hash of the HMAC',
    usual: 'SHA-256',
    choices: ['SHA-256', 'SHA-1', 'SHA-512'].map((value) => ({ value, label: `HMAC-${value}` })),
  },
  {
    name: 'encoding',
    label: 'Signature is written in',
    usual: 'hex',
    choices: [
      { value: 'hex', label: 'Hex, lowercase' },
      { value: 'base64', label: 'Base64' },
      { value: 'base64url', label: 'Base64 for URLs, without = at its end' },
      { value: 'base64url-padded', label: 'Base64 for URLs, with = at its end' },
    ],
  },
  { name: 'signatureIn', label: 'Signature goes into', usual: 'header', choices: PLACES },
  {
    name: 'signatureName',
    label: 'Name of the signature',
    hint: 'The header or query parameter: X-Signature, sign',
    problemOf: parameterName,
  },
  {
    name: 'signatureValue',
    label: 'Value of the signature',
    hint: `{signature}, ${inBraces(sentPartNames)} and fields of the connector are filled in: HMAC {clientId}:{signature}`,
    usual: '{signature}',
    problemOf: (text) =>
      text.includes('{signature}') ? unknownName(['signature', ...sentPartNames])(text) : 'The value must contain {signature}',
  },
  {
    name: 'timestampIn',
    label: 'Time of signing goes into',
    usual: 'none',
    choices: [{ value: 'none', label: 'Nowhere' }, ...PLACES],
  },
  { name: 'timestampName', label: 'Name of the time', hint: 'The header or query parameter', usual: 'timestamp', problemOf: parameterName },
  {
    name: 'timestampFormat',
    label: 'Time is written in',
    usual: 'seconds',
    choices: [
      { value: 'seconds', label: 'Seconds since 1970' },
      { value: 'milliseconds', label: 'Milliseconds since 1970' },
      { value: 'iso', label: 'ISO 8601, UTC' },
      { value: 'rfc2822', label: 'As in e-mail: Thu, 08 Sep 2022 19:34:06 +0000' },
    ],
  },
];
