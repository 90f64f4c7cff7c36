import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { decodeForm, decodeQuery, MOST_FORM_FIELDS } from './form.ts';

const FORM = 'application/x-www-form-urlencoded';
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const fields = (body: string | Uint8Array, contentType: string | null = FORM) => {
  const decoded = decodeForm(typeof body === 'string' ? bytes(body) : body, contentType);
  return decoded.ok ? Object.fromEntries(decoded.entries) : decoded.code;
};

test.each([
  ['windows-1252', 'name=J%FCrgen', 'Jürgen'],
  ['"ISO-8859-1"', 'name=J%fcrgen', 'Jürgen'],
  ['windows-1251', 'name=%CF%F0', 'Пр'],
  ['shift_jis', 'name=%93%FA%96%7B', '日本'],
  ['utf-8', 'name=J%C3%BCrgen+X', 'Jürgen X'],
  ['utf-16', 'name=J%C3%BCrgen', 'Jürgen'],
])('percent-decodes a form in %s', (charset, body, name) => {
  expect(fields(body, `${FORM}; charset=${charset}`)).toEqual({ name });
});

test('a form without a declared charset is entirely UTF-8 or else windows-1252', () => {
  expect(fields('a=%C3%BC')).toEqual({ a: 'ü' });
  expect(fields('a=J%FCrgen&b=%80')).toEqual({ a: 'Jürgen', b: '€' });
  expect(fields('name=J\u00fcrgen')).toEqual({ name: 'Jürgen' });
  expect(fields('a=%EF%BF%BD')).toEqual({ a: '\ufffd' });
});

test('the field _charset_ declares the charset of its form', () => {
  expect(fields('_charset_=windows-1251&a=%CF%F0')).toEqual({ _charset_: 'windows-1251', a: 'Пр' });
  expect(fields('a=%CF%F0&_charset_=windows-1251')).toMatchObject({ a: 'Пр' });
  expect(fields('_charset_=utf-8&a=%C3%BC')).toMatchObject({ a: 'ü' });
  expect(fields('_charset_=windows-1251&a=%C3%BC', `${FORM}; charset=utf-8`)).toMatchObject({ a: 'ü' });
});

test('a false ASCII label says nothing about other bytes', () => {
  expect(fields('a=%C3%BC', `${FORM}; charset=us-ascii`)).toEqual({ a: 'ü' });
  expect(fields('a=%FC', `${FORM}; charset=us-ascii`)).toEqual({ a: 'ü' });
  expect(fields('_charset_=us-ascii&a=%C3%BC')).toMatchObject({ a: 'ü' });
});

test('refuses a form that isn’t in its declared charset', () => {
  expect(fields('name=J%FCrgen', `${FORM}; charset=utf-8`)).toBe('wrong-charset');
  expect(fields('name=J%FCrgen', `${FORM}; charset=klingon`)).toBe('unknown-charset');
  expect(fields('_charset_=klingon&name=J%FCrgen')).toBe('unknown-charset');
});

test('a query is read like a form, in the charset of the call if it isn’t UTF-8', () => {
  const query = (text: string, contentType: string | null = null) => {
    const decoded = decodeQuery(text, contentType);
    return decoded.ok ? Object.fromEntries(decoded.entries) : decoded.code;
  };
  expect(query('?name=J%FCrgen')).toEqual({ name: 'Jürgen' });
  expect(query('?name=%CF%F0', 'text/plain; charset=windows-1251')).toEqual({ name: 'Пр' });
  expect(query('?name=%C3%BC', 'text/plain; charset=windows-1251')).toEqual({ name: 'ü' });
  expect(query('?name=J%FCrgen', 'text/plain; charset=utf-8')).toEqual({ name: 'Jürgen' });
});

test('a question mark at the start of a form belongs to its first name', () => {
  expect(fields('?a=1')).toEqual({ '?a': '1' });
});

test('reads every UTF-8 form as browsers do', () => {
  const piece = fc.oneof(
    fc.constantFrom('%', '%4', '%zz', '+', '=', '&', '%2B', '%26', 'a', ' ', '_charset_'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('').replaceAll('_charset_=', '_charset=').replaceAll('\ufeff', '');
      const decoded = decodeForm(new TextEncoder().encode(text), FORM);
      const usual = [...new URLSearchParams(`&${text}`)];
      if (usual.flat().some((value) => value.includes('\ufffd'))) return;
      expect(decoded).toEqual({ ok: true, entries: usual });
      // The slower path gives the same.
      const slow = decodeForm(new TextEncoder().encode(`${text}&_charset_=utf-8`), FORM);
      expect(slow).toEqual({ ok: true, entries: [...usual, ['_charset_', 'utf-8']] });
    }),
  );
});

test.each([`${FORM}; charset=euc-kr`, FORM])('HOSTILE 48: a form of many fields needs no decoder for each of them (%s)', (contentType) => {
  let made = 0;
  vi.stubGlobal(
    'TextDecoder',
    class extends TextDecoder {
      constructor(...settings: ConstructorParameters<typeof TextDecoder>) {
        super(...settings);
        made += 1;
      }
    },
  );
  try {
    expect(decodeForm(bytes('%B0%A1&'.repeat(1_000)), contentType)).toMatchObject({ ok: true, entries: { length: 1_000 } });
  } finally {
    vi.unstubAllGlobals();
  }
  expect(made).toBeLessThan(10);
});

test('HOSTILE 48: a form of more fields than any form has is refused before it is read', () => {
  expect(decodeForm(bytes('&'.repeat(MOST_FORM_FIELDS - 1)), FORM)).toMatchObject({ ok: true });
  expect(fields('%FF&'.repeat(MOST_FORM_FIELDS))).toBe('too-many-fields');
});
