import { describe, expect, test } from 'vitest';
import type { EntityWrite, EntityWriteMany } from '../declarations/entity.ts';
import { entityManyValues, fitsInEntry, manyEntry, readEntryResults } from './many-writes.ts';

const ofSalesforce: EntityWriteMany = {
  operation: 'POST /composite/sobjects',
  quoting: 'backslash',
  values: { 'body.allOrNone': false },
  entries: { at: 'body.records', from: 'body', values: { 'attributes.type': 'Contact', id: '{id}' } },
  most: 200,
  answers: { itemsPath: '', idPath: 'id', failed: { path: 'success', equals: ['false'] }, messagePath: 'errors' },
};
const ofQuickBooks: EntityWriteMany = {
  operation: 'POST /batch',
  quoting: 'backslash',
  values: {},
  entries: { at: 'body.BatchItemRequest', from: 'body', to: 'Customer', values: { bId: '{idempotencyKey}', operation: 'create' } },
  most: 30,
  answers: {
    itemsPath: 'BatchItemResponse',
    idPath: 'Customer.Id',
    failed: { path: 'Fault' },
    messagePath: 'Fault.Error[0].Detail',
    matchedBy: { entry: 'bId', answer: 'bId' },
  },
};
const write: EntityWrite = { operation: 'POST /one', values: {}, quoting: 'backslash' };

describe('sending several records', () => {
  test('makes an entry from the single write’s body and the values of each entry', () => {
    const body = { LastName: 'Lovelace', attributes: { url: '/x' } };
    expect(manyEntry(ofSalesforce, body, { id: '003' })).toEqual({
      LastName: 'Lovelace',
      attributes: { url: '/x', type: 'Contact' },
      id: '003',
    });
    expect(body).toEqual({ LastName: 'Lovelace', attributes: { url: '/x' } });
    expect(manyEntry(ofQuickBooks, { DisplayName: 'Ada' }, { idempotencyKey: 'k1' })).toEqual({
      bId: 'k1',
      operation: 'create',
      Customer: { DisplayName: 'Ada' },
    });
  });

  test('makes an entry from a part of the body', () => {
    const many = { ...ofSalesforce, entries: { at: 'body.Contacts', from: 'body.Contacts[0]', values: {} } };
    expect(manyEntry(many, { Contacts: [{ Name: 'Ada' }] }, {})).toEqual({ Name: 'Ada' });
  });

  test('sends the entries along with the call’s own values', () => {
    expect(entityManyValues(ofSalesforce, [{ a: 1 }], {})).toEqual([
      { toParameterPath: 'body.allOrNone', value: false },
      { toParameterPath: 'body.records', value: [{ a: 1 }] },
    ]);
  });

  test('writes a record separately if it has a value outside the entry', () => {
    const mapped = (toParameterPath: string) => [{ toParameterPath, value: 1 }];
    expect(fitsInEntry(ofSalesforce, write, mapped('body.Name'))).toBe(true);
    expect(fitsInEntry(ofSalesforce, write, mapped('match.sku'))).toBe(true);
    expect(fitsInEntry(ofSalesforce, write, mapped('query.notify'))).toBe(false);
    expect(fitsInEntry(ofSalesforce, { ...write, moves: { 'query.notify': null } }, mapped('query.notify'))).toBe(true);
    expect(fitsInEntry(ofSalesforce, { ...write, moves: { 'body.notify': 'query.notify' } }, mapped('body.notify'))).toBe(false);
  });
});

describe('the results of several records', () => {
  const good = { id: '1', success: true, errors: [] };
  const bad = {
    success: false,
    errors: [{ statusCode: 'REQUIRED_FIELD_MISSING', message: 'Required fields are missing: [Name]', fields: [] }],
  };

  test('are read in the order of the entries, refused ones with the system’s words', () => {
    expect(readEntryResults(ofSalesforce, [{}, {}], [good, bad], {})).toEqual([
      { kind: 'written', id: '1', changedAt: null },
      { kind: 'refused', message: 'Required fields are missing: [Name].', item: bad },
    ]);
  });

  test.each([[[good]], [[good, good, good]], [null], ['gone'], [{ message: 'no list' }]])(
    'don’t count in %j, which lacks a result for each entry',
    (body) => {
      expect(readEntryResults(ofSalesforce, [{}, {}], body, {})).toEqual([null, null]);
    },
  );

  test('are matched by the field that a person chose', () => {
    const matchedBy = { entry: 'fields.{parameter.key}', answer: 'fields.{parameter.key}' };
    const many = { ...ofSalesforce, answers: { itemsPath: 'records', idPath: 'id', matchedBy } };
    const entries = [{ fields: { 'E-mail': 'a@b.c' } }, { fields: { Name: 'Ada' } }];
    const body = { records: [{ id: 'rec1', fields: { 'E-mail': 'a@b.c' } }] };
    expect(readEntryResults(many, entries, body, { 'parameter.key': 'E-mail' })).toEqual([
      { kind: 'written', id: 'rec1', changedAt: null },
      null,
    ]);
    expect(readEntryResults(many, entries, body, {})).toEqual([null, null]);
  });

  test('are matched by a shared value, in any order; missing and duplicate ones don’t count', () => {
    const body = {
      BatchItemResponse: [
        { bId: 'k3', Fault: { Error: [{ Detail: 'Duplicate name' }] } },
        { bId: 'k1', Customer: { Id: '58' } },
        { bId: 'k4', Customer: { Id: '59' } },
        { bId: 'k4', Customer: { Id: '60' } },
        { bId: 'other', Customer: { Id: '61' } },
      ],
    };
    expect(
      readEntryResults(
        ofQuickBooks,
        ['k1', 'k2', 'k3', 'k4'].map((bId) => ({ bId })),
        body,
        {},
      ),
    ).toEqual([
      { kind: 'written', id: '58', changedAt: null },
      null,
      { kind: 'refused', message: 'Duplicate name.', item: body.BatchItemResponse[0] },
      null,
    ]);
  });
});

describe('a response without a list of results', () => {
  const entries = [{ LastName: 'Lovelace' }];
  test.each([null, undefined, '', 'Maintenance', 'null', 0, true, [null], ['done'], [[]]])('says nothing about its entry: %j', (body) => {
    expect(readEntryResults(ofSalesforce, entries, body, {})).toEqual([null]);
    expect(readEntryResults(ofQuickBooks, [{ bId: 'k1' }], { BatchItemResponse: body }, {})).toEqual([null]);
  });

  test('may be a single result instead of a list with one', () => {
    expect(readEntryResults(ofSalesforce, entries, { id: '003', success: true }, {})).toMatchObject([{ kind: 'written', id: '003' }]);
  });
});
