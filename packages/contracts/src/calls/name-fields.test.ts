import { expect, test } from 'vitest';
import { organisationField, personNameField } from './name-fields.ts';

const isTaken = (name: string) => personNameField('Please enter First Name').safeParse(name).success;

test.for([
  'Ada',
  'Jean-Luc',
  'O’Brien',
  "D'Arcy",
  'J. R. R.',
  'Zoë 🦊',
  'محمد',
  'می‌خواهم',
  'Nguyễn Thị',
  '李小龙',
  'Dr. Strange, PhD',
  'J.R.R.',
  'Sammy Davis Jr.',
  'Ann 👩‍💻',
  'Kim ❤️',
  'Mary/Ann',
  'נִסָּיוֹן',
  'Ada 2.0',
  'x'.repeat(60),
])('%s is a valid name', (name) => {
  expect(isTaken(name)).toBe(true);
});

test.for([
  'Ada\nOpen https://evil.example',
  'Ada\r\nBcc: victim@example.test',
  'Ada\u2028next',
  'Ada\u0000',
  'Ada\u001b[31m',
  'https://evil.example',
  'see hxxp://evil',
  'www.evil.example',
  'WWW.evil.example',
  'evil.example/login',
  '\u202eadA',
  'Ada\u2066x',
  'evil.example',
  'Your account is locked, see evil.example',
  'EVIL.EXAMPLE',
  'evil。example',
  'evil｡example',
  'evil．example／login',
  'ｗｗｗ．evil',
  'пример.рф',
  'xn--e1afmkfd.xn--p1ai',
  'http:evil',
  'HTTP:\\\\evil',
  'mailto:x',
  'tel:+491234',
  'ann@evil.example',
  'ann＠evil．example',
  '10.0.0.1',
  '\u200b\u200b',
  'A\u200bda',
  'A\u00adda',
  'A\u2063da',
  'A\ufeffda',
  'A\u180eda',
  'A\u034fda',
  'A\u{e0041}da',
  '\u3164',
  '\u115f',
  '\u2800',
  `A${'\u0301'.repeat(20)}`,
  '\u200d',
  ' ',
  '',
  'x'.repeat(61),
])('HOSTILE 44: %j is not a valid name', (name) => {
  expect(isTaken(name)).toBe(false);
});

test('a company may be left empty and follows the same rules', () => {
  expect(organisationField().safeParse('').success).toBe(true);
  for (const name of ['Møller A/S', 'Booking.com', 'Node.js e.V.', 'Yahoo!', 'A.B.C. Ltd.'])
    expect(organisationField().safeParse(name).success).toBe(true);
  for (const name of ['evil.example/login', 'evil.example:8080', 'evil.example?a=1', 'info@evil.example', 'www.evil', 'ac\u200bme']) {
    expect(`${name}: ${organisationField().safeParse(name).success}`).toBe(`${name}: false`);
  }
  expect(organisationField().safeParse('Win at https://evil.example').success).toBe(false);
});
