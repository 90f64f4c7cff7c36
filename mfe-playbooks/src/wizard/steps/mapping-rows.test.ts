import { expect, it } from 'vitest';
import { mappingRows, sourceChoices, withMapping } from './mapping-rows.ts';

const targets = [
  { path: 'body.email', title: 'E-mail', isRequired: true },
  { path: 'body.name', title: 'Name', isRequired: true },
  { path: 'body.city', title: 'City', isRequired: false },
];
const mappings = [{ toParameterPath: 'body.email', fromParameterExpression: '$Item.Email' }];

it('CPB-02: shows what is mapped, and required fields without a mapping', () => {
  expect(mappingRows(targets, mappings).map(({ title, expression }) => `${title}=${expression}`)).toEqual(['E-mail=$Item.Email', 'Name=']);
  expect(sourceChoices([targets[2] as (typeof targets)[0], { path: 'lines[].price', title: 'Price', isRequired: false }])).toEqual([
    { value: '$Item.body.city', label: 'City' },
  ]);
});

it('a field gets another value, a first one, or none', () => {
  expect(withMapping(mappings, 'body.email', '$Item.Work')).toEqual([
    { toParameterPath: 'body.email', fromParameterExpression: '$Item.Work' },
  ]);
  expect(withMapping(mappings, 'body.city', '$Item.City')).toHaveLength(2);
  expect(withMapping(mappings, 'body.email', '')).toEqual([]);
});
