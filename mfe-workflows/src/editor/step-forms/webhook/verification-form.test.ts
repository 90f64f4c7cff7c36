import { expect, test } from 'vitest';
import { formOfVerification, verificationOfForm } from './verification-form.ts';

const custom = {
  header: 'X-Signed',
  algorithm: 'SHA-512',
  encoding: 'base64',
  secretEncoding: 'hex',
  prefix: 'v1=',
  timestampHeader: 'X-Time',
  toleranceSeconds: 30,
  template: '{timestamp}.{body}',
} as const;
const counts = { refusedCount: 0, lastRefusedAt: null, lastRefusal: null };

test('saving a verification without changes keeps all its settings', () => {
  expect(verificationOfForm(formOfVerification({ scheme: 'custom', custom, ...counts }))).toEqual({ scheme: 'custom', custom });
});

test('a scheme that Portage knows needs only the secret, and no verification is null', () => {
  const form = { ...formOfVerification({ scheme: 'custom', custom, ...counts }), secret: ' whsec ' };
  expect(verificationOfForm({ ...form, scheme: 'stripe' })).toEqual({ scheme: 'stripe', secret: 'whsec' });
  expect(verificationOfForm({ ...form, scheme: 'none' })).toBeNull();
});
