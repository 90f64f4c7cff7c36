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
  '\u200b\u200b',
  '\u200d',
  ' ',
  '',
  'x'.repeat(61),
])('HOSTILE 44: %j is not a valid name', (name) => {
  expect(isTaken(name)).toBe(false);
});

test('a company may be left empty and follows the same rules', () => {
  expect(organisationField().safeParse('').success).toBe(true);
  expect(organisationField().safeParse('Møller A/S').success).toBe(true);
  expect(organisationField().safeParse('Win at https://evil.example').success).toBe(false);
});
