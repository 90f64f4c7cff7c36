import { expect, test } from 'vitest';
import { serializeRefusal } from './kept-refusal.ts';

const call = { method: 'POST', url: 'https://shop.test/customers', body: { name: 'Ada' }, status: 422, response: { error: 'taken' } };
const fields = [
  { toParameterPath: 'body.account.password', value: 'correct horse' },
  { toParameterPath: 'body.name', value: 'Ada' },
];
const parseRefusal = (...[given, mapped = null, redact = (value) => value]: Partial<Parameters<typeof serializeRefusal>>) =>
  JSON.parse(serializeRefusal(given, mapped, redact) ?? 'null');

test('a refused call is kept with its response, and an unsent record with its fields', () => {
  expect(parseRefusal(call, fields)).toEqual({ call });
  expect(parseRefusal({ ...call, body: null }, fields)).toMatchObject({ call: { body: null }, fields: { name: 'Ada' } });
  expect(parseRefusal(undefined, fields)).toMatchObject({ fields: { name: 'Ada' } });
  expect(parseRefusal(undefined, null)).toBeNull();
});

test('nothing is kept that is secret by its name or for the run', () => {
  const secret = 'Zx81-spectrum';
  const shown = [
    parseRefusal({ ...call, body: { user: { password: secret } }, response: `no account for ${secret}` }),
    parseRefusal({ ...call, url: `https://shop.test/customers?access_token=${secret}` }),
    parseRefusal({ ...call, response: { apiKey: secret } }),
    parseRefusal(undefined, [{ toParameterPath: 'body.account.password', value: secret }]),
    parseRefusal({ ...call, body: { note: secret } }, null, <Value>(value: Value) =>
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
  const { call: cut } = parseRefusal({ ...call, body: { note: long }, response: long, url: `https://shop.test/?q=${long}` });
  expect(cut.body).toMatch(/^\{"note":"x+… \(30,011 characters, cut here\)$/);
  expect(cut.response).toMatch(/^x+… \(30,000 characters, cut here\)$/);
  expect(JSON.stringify(cut).length).toBeLessThan(43_000);
});

test('no part of a secret remains at a cut', () => {
  const secret = 'q'.repeat(40);
  const body = { filler: 'x'.repeat(19_970), password: secret };
  expect(JSON.stringify(parseRefusal({ ...call, body }))).not.toContain('qqqq');
});
