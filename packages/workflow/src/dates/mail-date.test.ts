import { expect, test } from 'vitest';
import { parseMailDate } from './mail-date.ts';

const iso = (text: string) => {
  const instantMs = parseMailDate(text);
  return instantMs === null ? null : new Date(instantMs).toISOString();
};

test.each([
  ['Sat, 28 Nov 2026 09:00:00 +0100', '2026-11-28T08:00:00.000Z'],
  ['28 Nov 2026 09:00:00 GMT', '2026-11-28T09:00:00.000Z'],
  ['Sat,  28 Nov 2026 09:00 -0530', '2026-11-28T14:30:00.000Z'],
  ['Sat, 28 Nov 26 09:00:00 EST', '2026-11-28T14:00:00.000Z'],
  ['Mon, 02 Mar 1998 23:59:60 +0000 (UTC)', '1998-03-02T23:59:59.000Z'],
  ['Saturday, 28-Nov-26 09:00:00 GMT', '2026-11-28T09:00:00.000Z'],
  ['Tue, 1 Jan 99 00:00:00 PDT', '1999-01-01T07:00:00.000Z'],
  ['  Sat, 28 Nov 2026 09:00:00 Z ', '2026-11-28T09:00:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(iso(text)).toBe(expected);
});

test.each([
  'Sat, 31 Feb 2026 09:00:00 +0000',
  '28 Foo 2026 09:00',
  '28 Nov 2026',
  'Sat, 28 Nov 2026 25:00:00 GMT',
  '28 Nov 2026 09:00 +9900',
  '28 Nov 2026 09:00 ABC',
  '',
])('"%s" is not a date', (text) => {
  expect(parseMailDate(text)).toBeNull();
});
