import { expect, test } from 'vitest';
import { refusedValues } from './refused-values.ts';

const fields = [
  { path: 'body.ClientId', title: 'Client' },
  { path: 'body.input.variants[0].inventoryItem.sku', title: 'Variants › SKU' },
  { path: 'body.lines[].price', title: 'Lines › Price' },
];
const describeProblems = (...problems: [string, string][]) =>
  refusedValues(
    problems.map(([path, message]) => ({ path, message })),
    'Booker',
    fields,
  );

test.each([
  [
    ['body.ClientId', 'is required.'],
    'Booker needs “Client”, and this record has no value for it. Fill it in at the source, or map something else.',
  ],
  [
    ['body.input.variants[0].inventoryItem.sku', 'is required.'],
    'Booker needs “Variants › SKU”, and this record has no value for it. Fill it in at the source, or map something else.',
  ],
  [['body.lines[2].price', 'must be a number, but is "ten".'], '“Lines › Price” of entry 3 must be a number, but is "ten".'],
  [
    ['query.siteId', 'is required.'],
    'Booker needs “Site ID”, and this record has no value for it. Fill it in at the source, or map something else.',
  ],
  [
    ['body', 'is required.'],
    'Booker needs “Record”, and this record has no value for it. Fill it in at the source, or map something else.',
  ],
  [['body.customFields["Shoe size"]', 'must be text, but is {}.'], '“Shoe size” must be text, but is {}.'],
] as [[string, string], string][])('%s is reported with the title of the field', (problem, words) => {
  expect(describeProblems(problem)).toBe(words);
});

test('several missing fields share a sentence that names each once, and other problems follow', () => {
  expect(
    describeProblems(
      ['body.ClientId', 'is required.'],
      ['body.lines[0].price', 'is required.'],
      ['body.ClientId', 'is required.'],
      ['body.due', 'must be a date.'],
    ),
  ).toBe(
    'Booker needs “Client” and “Lines › Price”, and this record has no value for them. Fill them in at the source, or map something else. “Due” must be a date.',
  );
});
