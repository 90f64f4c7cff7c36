import { signatureSchemes } from '@portage/connectors/signatures';
import type { NewVerification, Verification } from './use-webhook-verification.ts';

type Custom = NonNullable<Verification['custom']>;

/** The values of the dialog; a setting with an empty text is omitted. */
export interface VerificationForm {
  scheme: string;
  secret: string;
  header: string;
  algorithm: Custom['algorithm'];
  encoding: Custom['encoding'];
  secretEncoding: NonNullable<Custom['secretEncoding']>;
  prefix: string;
  timestampHeader: string;
  toleranceSeconds: number | null;
  template: string;
}

export const schemeOptions = [
  { value: 'none', label: 'No verification' },
  { value: 'custom', label: 'HMAC (generic)' },
  ...signatureSchemes.map(({ name, label }) => ({ value: name as string, label })),
];

export function schemeLabel(scheme: string): string {
  return schemeOptions.find(({ value }) => value === scheme)?.label ?? scheme;
}

export function formOfVerification(saved: Verification | null): VerificationForm {
  const { custom } = saved ?? {};
  return {
    scheme: saved?.scheme ?? 'custom',
    secret: '',
    header: custom?.header ?? 'X-Signature',
    algorithm: custom?.algorithm ?? 'SHA-256',
    encoding: custom?.encoding ?? 'hex',
    secretEncoding: custom?.secretEncoding ?? 'text',
    prefix: custom?.prefix ?? '',
    timestampHeader: custom?.timestampHeader ?? '',
    toleranceSeconds: custom?.toleranceSeconds ?? null,
    template: custom?.template ?? '{body}',
  };
}

/** Null if calls are not verified. */
export function verificationOfForm(form: VerificationForm): NewVerification | null {
  const { scheme, secret, header, algorithm, encoding, secretEncoding, prefix, timestampHeader, toleranceSeconds, template } = form;
  if (scheme === 'none') return null;
  const own = secret.trim() === '' ? {} : { secret: secret.trim() };
  if (scheme !== 'custom') return { scheme, ...own };
  const custom: Custom = {
    header: header.trim(),
    algorithm,
    encoding,
    secretEncoding,
    ...(prefix.trim() === '' ? {} : { prefix: prefix.trim() }),
    ...(timestampHeader.trim() === '' ? {} : { timestampHeader: timestampHeader.trim() }),
    ...(toleranceSeconds === null ? {} : { toleranceSeconds }),
    ...(template === '' ? {} : { template }),
  };
  return { scheme, custom, ...own };
}
