import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExpressionError } from '../values/expression-error.ts';
import { evaluateAddress } from './evaluate-address.ts';

/** Pieces of hostile values; a generator of plain texts would hardly ever combine two of them. */
const nasty = fc.constantFrom(
  '.',
  '..',
  '/',
  '\\',
  '?',
  '#',
  '&',
  '=',
  '%',
  '%2e',
  '%2f',
  '%25',
  '@',
  ':',
  '。',
  '．',
  '／',
  '\r\n',
  ' ',
  'a',
  '1',
  '+',
  ';',
  '{',
  'https://',
);
const value = fc.oneof(
  fc.array(nasty, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
/** `V` marks the place of a value. */
const word = fc.constantFrom('a', 'V', 'bV', 'Vb', 'VV', '.V', 'V.json', '%2eV', 'a-V-b');
const template = fc.record({
  host: fc.constantFrom('api.example', 'V.api.example', 'xV.api.example'),
  path: fc.array(word, { maxLength: 4 }),
  slash: fc.constantFrom('/', '\\'),
  query: fc.array(fc.tuple(fc.constantFrom('q', 'nV', 'V'), fc.constantFrom('V', 'aV', '1')), { maxLength: 3 }),
  hash: fc.constantFrom('', '#V'),
  rows: fc.array(fc.constantFrom('p', 'r'), { maxLength: 2 }),
});

test('HOSTILE 36: whatever the values, the template decides the host, the number of path parts and the number of parameters', () => {
  let made = 0;
  const run = fc.property(
    template,
    fc.array(value, { minLength: 20, maxLength: 20 }),
    ({ host, path, slash, query, hash, rows }, values) => {
      const text = `https://${host}${slash}${path.join(slash)}${query.length > 0 ? `?${query.map(([name, one]) => `${name}=${one}`).join('&')}` : ''}${hash}`;
      let index = 0;
      const url = text.replaceAll('V', () => `\${Data.v${index++}}`);
      const data = Object.fromEntries(values.map((one, at) => [`v${at}`, one]));
      const queryParameters = rows.map((name) => ({ name, valueExpression: '$Data.v19' }));
      const plain = new URL(text.replaceAll('V', 'v'));
      let address: string;
      try {
        address = evaluateAddress({ url, queryParameters }, { steps: {}, data, consts: {}, now: () => new Date(0) }).address;
      } catch (fault) {
        expect(fault).toBeInstanceOf(ExpressionError);
        return;
      }
      // An invalid host is refused when the call is made.
      if (!URL.canParse(address)) return;
      made += 1;
      const parsed = new URL(address);
      expect(parsed.protocol).toBe('https:');
      expect(parsed.host.endsWith('api.example')).toBe(true);
      expect(parsed.username + parsed.password).toBe('');
      expect(parsed.pathname.split('/')).toHaveLength(plain.pathname.split('/').length);
      const parameters = parsed.search
        .slice(1)
        .split('&')
        .filter((one) => one !== '');
      expect(parameters).toHaveLength(query.length + rows.length);
      for (const [at, [name]] of query.entries()) if (name === 'q') expect(parameters[at]?.startsWith('q=')).toBe(true);
      if (hash === '') expect(parsed.hash).toBe('');
    },
  );
  fc.assert(run, { numRuns: 5_000 });
  expect(made).toBeGreaterThan(1_000);
});
