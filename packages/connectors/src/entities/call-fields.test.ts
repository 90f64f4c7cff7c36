import { describe, expect, test } from 'vitest';
import type { EntityFind, EntityWrite } from '../declarations/entity.ts';
import { collectResponseFields, currentFields, findFields, findKey, findManyFields } from './call-fields.ts';
import { entityCallValues, entityKeys } from './entity-values.ts';

const find = (key: string, values: Record<string, unknown> = { 'query.q': '{key}' }): EntityFind => ({
  operation: 'GET /records',
  quoting: 'backslash',
  title: key,
  key,
  values,
});
const create: EntityWrite = {
  operation: 'POST /records',
  quoting: 'backslash',
  values: { 'body.group': '{parameter.group}', 'body.kind': 'usual' },
  idPath: 'id',
};
const lookedFor = {
  mapped: [
    { toParameterPath: 'body.email', value: ' ada@example.com ' },
    { toParameterPath: 'body.lines', value: [{ sku: 'MAT-1' }] },
    { toParameterPath: 'match.sku', value: 7 },
  ],
  externalId: 's1',
  create,
  fields: { 'parameter.group': 'g1' },
};

describe('finding a record', () => {
  test.each([
    ['body.email', 'ada@example.com'],
    ['body.lines[0].sku', 'MAT-1'],
    ['match.sku', '7'],
    ['body.kind', 'usual'],
    ['body.group', 'g1'],
    ['externalId', 's1'],
    ['body.phone', null],
    ['match.barcode', null],
    ['body.lines', null],
  ])('searches by %s: %s', (key, value) => {
    expect(findKey(find(key), lookedFor)).toBe(value);
  });

  test('fills in other values to write, and the field of the external id', () => {
    const values = { 'query.q': '{externalIdField} {key} {write.body.group} {parameter.group}' };
    const fields = findFields(find('externalId', values), { ...lookedFor, externalIdPath: 'body.fields.Ref__c' });
    expect(fields).toMatchObject({ key: 's1', externalIdField: 'Ref__c', 'write.body.group': 'g1', 'parameter.group': 'g1' });
  });

  test.each([
    ['a field of the external id that no person chose', find('externalId', { 'query.q': '{externalIdField}={key}' })],
    ['another value that is not written', find('body.email', { 'query.q': '{key} {write.body.account}' })],
    ['an answer that was not given', find('body.email', { 'query.q': '{parameter.field}={key}' })],
  ])('searches nothing without %s, which would find any record', (_what, one) => {
    expect(findFields(one, lookedFor)).toBeNull();
  });

  test('accepts missing values in double brackets, and a missing start time', () => {
    const values = { 'query.q': '{key}[[ in {parameter.field}]]', 'query.from': '{since}' };
    expect(findFields(find('body.email', values), lookedFor)).toMatchObject({ key: 'ada@example.com' });
  });

  test('joins many keys into one text, each with its quotes', () => {
    const many = {
      ...find('body.email', { 'query.q': 'email IN ({keys})' }),
      equalsPath: 'email',
      most: 50,
      each: "'{key}'",
      joinedBy: ', ',
    };
    expect(findManyFields(many, ["o'brien", 'ada'], lookedFor)).toMatchObject({ keys: "'o\\'brien', 'ada'" });
    expect(findManyFields({ ...many, values: { 'query.q': '{parameter.field} {keys}' } }, ['ada'], lookedFor)).toBeNull();
  });

  test('passes ids as a list, or as a list of objects', () => {
    const getMany = { operation: 'POST /people/read', values: { 'body.inputs': '{keys}' }, quoting: 'backslash' as const, most: 100 };
    expect(entityKeys(getMany, ['1', '2'])).toEqual(['1', '2']);
    const ofObjects = { ...getMany, each: { id: '{key}' } };
    const keys = entityKeys(ofObjects, ['1', "o'2"]);
    expect(keys).toEqual([{ id: '1' }, { id: "o'2" }]);
    expect(entityCallValues(ofObjects, { keys })).toEqual([{ toParameterPath: 'body.inputs', value: keys }]);
  });

  test('fills placeholders from the record read before, and from the response of a creation', () => {
    const write = { ...create, values: { 'body.token': '{current.meta.tokens[1]}' } };
    expect(currentFields(write, { meta: { tokens: ['a', 'b'] } })).toEqual({ 'current.meta.tokens[1]': 'b' });
    const next = [{ operation: 'POST /pay', quoting: 'backslash' as const, values: { 'body.amount': '{answer.total.amount}' } }];
    expect(collectResponseFields({ ...create, next }, { total: { amount: '12.50' } })).toEqual({ 'answer.total.amount': '12.50' });
  });
});
