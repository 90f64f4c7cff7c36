import { expect, it } from 'vitest';
import { instantField } from './query-fields.ts';

const messagesOf = (text: string) =>
  instantField()
    .safeParse(text)
    .error?.issues.map(({ message }) => message) ?? [];

it('an instant: what is no date says so and nothing else, and dates before 1970 are not known', () => {
  expect(messagesOf('yesterday')).toHaveLength(1);
  expect(messagesOf('1969-12-31T23:59:59Z')).toEqual(['Dates before 1970 are not known here.']);
  expect(messagesOf('1970-01-01T01:00:00+01:00')).toEqual([]);
  expect(instantField().parse(undefined)).toBeUndefined();
});
