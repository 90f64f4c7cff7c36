import { expect, test } from 'vitest';
import type { ApplicationPair, Question } from '../playbooks/api-types.ts';
import { flowChoice } from './pairs-of-applications.ts';
import { connectorProblems, flowProblems, priceProblems, setupProblems } from './step-problems.ts';

const question = (name: string, more: Partial<Question> = {}): Question => ({
  ...{ name, title: name, description: null, kind: 'string', connector: null },
  ...{ options: [], default: null, isRequired: true, message: null, help: null, dependsOn: [], ...more },
});

test('PB-44, CPB-16: names what is missing with the template’s words', () => {
  expect(connectorProblems({})).toEqual({ connectorId: 'Please select Connector' });
  expect(connectorProblems({ connectorId: 'c1' })).toEqual({});
  const questions = [
    question('locationId', { kind: 'choice', title: 'Location', message: 'Please select Location' }),
    question('campaign', { kind: 'choice', title: 'Campaign' }),
    question('prefix', { title: 'Prefix' }),
    question('days', { kind: 'number', title: 'Days', isRequired: false }),
    question('payment', { kind: 'found', message: 'Shopify Payment Method not found' }),
  ];
  const setup = { name: 'Settings', text: '', questions, priceMapping: null, showsMappingOf: [] };
  expect(setupProblems(setup, { answers: { days: 'many', prefix: ' ' } })).toEqual({
    locationId: 'Please select Location',
    campaign: 'Please select Campaign',
    prefix: 'Please enter Prefix',
    days: 'Days must be a number',
  });
  expect(setupProblems(setup, { locationId: '7', answers: { campaign: '1', prefix: 'P-', days: '1.5' } })).toEqual({});
});

test('CPB-19: every price level is mapped, up to the lesser of the two list sizes', () => {
  const text = 'Please setup all Price Levels and Price Books matching';
  expect(priceProblems(null, ['1', '2'], ['a', 'b', 'c'])).toEqual({ priceMapping: text });
  expect(priceProblems({ 1: 'a' }, ['1', '2'], ['a', 'b', 'c'])).toEqual({ priceMapping: text });
  expect(priceProblems({ 1: 'a', 2: 'gone' }, ['1', '2'], ['a', 'b'])).toEqual({ priceMapping: text });
  expect(priceProblems({ 2: 'a' }, ['1', '2'], ['a'])).toEqual({});
  expect(priceProblems({}, [], ['a'])).toEqual({});
});

test('PB-50..52: checks entities, additional fields and external ids of a flow', () => {
  const field = { name: 'tag', title: 'Tag', description: null, type: 'string', isRequired: true, order: 1 };
  const pair: ApplicationPair = {
    ...{ sourceEntity: 'A', targetEntity: 'B', directions: ['SourceToTarget'], additionalFields: [field] },
    externalIdFields: [
      { path: 'body.one', title: 'One' },
      { path: 'body.two', title: 'Two' },
    ],
  };
  const problems = (pairs: ApplicationPair[], answers = {}) => flowProblems(flowChoice(pairs, answers), answers);
  expect(problems([])).toEqual({ direction: 'Please select Direction' });
  expect(problems([pair, { ...pair, targetEntity: 'C' }])).toEqual({ target: 'Please select Source and Target entities' });
  expect(problems([pair])).toEqual({ 'field.tag': 'Please enter Tag', externalIds: 'Please select Target External Id Fields' });
  expect(problems([pair], { integrationFlowAdditionalData: { tag: 'x' }, targetEntityExternalIdFields: ['body.two'] })).toEqual({});
  expect(problems([{ ...pair, additionalFields: [], externalIdFields: [] }])).toEqual({
    fields: 'There is no available configurable fields, please select another Source and Target entities',
  });
  expect(problems([{ ...pair, additionalFields: [{ ...field, type: 'colour' }], externalIdFields: [] }])).toEqual({
    'field.tag': 'Unknown additional field type “colour”',
  });
});
