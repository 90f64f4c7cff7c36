import { expect, test } from 'vitest';
import { keptRefusal } from './kept-refusal.ts';

const call = { method: 'POST', url: 'https://shop.test/customers', body: { name: 'Ada' }, status: 422, response: { error: 'taken' } };
const fields = [
  { toParameterPath: 'body.account.password', value: 'correct horse' },
  { toParameterPath: 'body.name', value: 'Ada' },
];
const kept = (...[given, mapped = null, redact = (value) => value]: Partial<Parameters<typeof keptRefusal>>) =>
  JSON.parse(keptRefusal(given, mapped, redact) ?? 'null');

test('a refused call is kept with its response, and an unsent record with its fields', () => {
  expect(kept(call, fields)).toEqual({ call });
  expect(kept({ ...call, body: null }, fields)).toMatchObject({ call: { body: null }, fields: { name: 'Ada' } });
  expect(kept(undefined, fields)).toMatchObject({ fields: { name: 'Ada' } });
  expect(kept(undefined, null)).toBeNull();
});

test('nothing is kept that is secret by its name or for the run', () => {
  const secret = 'Zx81-spectrum';
  const shown = [
    kept({ ...call, body: { user: { password: secret } }, response: `no account for ${secret}` }),
    kept({ ...call, url: `https://shop.test/customers?access_token=${secret}` }),
    kept({ ...call, response: { apiKey: secret } }),
    kept(undefined, [{ toParameterPath: 'body.account.password', value: secret }]),
    kept({ ...call, body: { note: secret } }, null, <Value>(value: Value) =>
      JSON.parse(JSON.stringify(value).replaceAll(secret, '[redacted]')),
    ),
  ].map((one) => JSON.stringify(one));
  for (const one of shown) {
    expect(one).not.toContain(secret);
    expect(one).toContain('[redacted]');
  }
});

test('long parts are cut, and say so', () => {
  const long = 'x'.repeat(30_000);
  const { call: cut } = kept({ ...call, body: { note: long }, response: long, url: `https://shop.test/?q=${long}` });
  expect(cut.body).toMatch(/^\{"note":"x+… \(30,011 characters, cut here\)$/);
  expect(cut.response).toMatch(/^x+… \(30,000 characters, cut here\)$/);
  expect(JSON.stringify(cut).length).toBeLessThan(43_000);
});

test('no part of a secret remains at a cut', () => {
  const secret = 'q'.repeat(40);
  const body = { filler: 'x'.repeat(19_970), password: secret };
  expect(JSON.stringify(kept({ ...call, body }))).not.toContain('qqqq');
});
