import { expect, test } from 'vitest';
import { instantField } from './query-fields.ts';

const collectMessages = (text: string) =>
  instantField()
    .safeParse(text)
    .error?.issues.map(({ message }) => message) ?? [];

test('an invalid instant gets one message, and dates before 1970 and after 9999 are refused', () => {
  expect(collectMessages('yesterday')).toHaveLength(1);
  expect(collectMessages('1969-12-31T23:59:59Z')).toEqual(['Dates before 1970 are not known here.']);
  expect(collectMessages('0000-01-01T00:00:00Z')).toEqual(['Dates before 1970 are not known here.']);
  expect(collectMessages('1970-01-01T01:00:00+01:00')).toEqual([]);
  expect(collectMessages('9999-12-31T23:59:59.999Z')).toEqual([]);
  expect(collectMessages('9999-12-31T23:59:59-01:00')).toEqual(['Dates after 9999 are not known here.']);
  expect(instantField().parse(undefined)).toBeUndefined();
});
