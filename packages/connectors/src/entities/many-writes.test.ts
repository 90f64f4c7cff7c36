import { describe, expect, it } from 'vitest';
import type { EntityWrite, EntityWriteMany } from './entity.ts';
import { entityManyValues, entryAnswers, fitsInEntry, manyEntry } from './many-writes.ts';

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

describe('what is sent of several records', () => {
  it('an entry is the body of the single write with what each entry has', () => {
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

  it('an entry may be a part of the body', () => {
    const many = { ...ofSalesforce, entries: { at: 'body.Contacts', from: 'body.Contacts[0]', values: {} } };
    expect(manyEntry(many, { Contacts: [{ Name: 'Ada' }] }, {})).toEqual({ Name: 'Ada' });
  });

  it('the entries stand beside what the call has of its own', () => {
    expect(entityManyValues(ofSalesforce, [{ a: 1 }], {})).toEqual([
      { toParameterPath: 'body.allOrNone', value: false },
      { toParameterPath: 'body.records', value: [{ a: 1 }] },
    ]);
  });

  it('a record with a value beside the entry is written alone', () => {
    const mapped = (toParameterPath: string) => [{ toParameterPath, value: 1 }];
    expect(fitsInEntry(ofSalesforce, write, mapped('body.Name'))).toBe(true);
    expect(fitsInEntry(ofSalesforce, write, mapped('match.sku'))).toBe(true);
    expect(fitsInEntry(ofSalesforce, write, mapped('query.notify'))).toBe(false);
    expect(fitsInEntry(ofSalesforce, { ...write, moves: { 'query.notify': null } }, mapped('query.notify'))).toBe(true);
    expect(fitsInEntry(ofSalesforce, { ...write, moves: { 'body.notify': 'query.notify' } }, mapped('body.notify'))).toBe(false);
  });
});

describe('what an answer says of several records', () => {
  const good = { id: '1', success: true, errors: [] };
  const bad = {
    success: false,
    errors: [{ statusCode: 'REQUIRED_FIELD_MISSING', message: 'Required fields are missing: [Name]', fields: [] }],
  };

  it('in the order of the entries, the refused ones with the system’s words', () => {
    expect(entryAnswers(ofSalesforce, [{}, {}], [good, bad], {})).toEqual([
      { kind: 'written', id: '1', changedAt: null },
      { kind: 'refused', message: 'Required fields are missing: [Name].', item: bad },
    ]);
  });

  it.each([[[good]], [[good, good, good]], [null], ['gone'], [{ message: 'no list' }]])(
    '%j has not an answer for each: none counts',
    (body) => {
      expect(entryAnswers(ofSalesforce, [{}, {}], body, {})).toEqual([null, null]);
    },
  );

  it('by the field that a person chose', () => {
    const matchedBy = { entry: 'fields.{parameter.key}', answer: 'fields.{parameter.key}' };
    const many = { ...ofSalesforce, answers: { itemsPath: 'records', idPath: 'id', matchedBy } };
    const entries = [{ fields: { 'E-mail': 'a@b.c' } }, { fields: { Name: 'Ada' } }];
    const body = { records: [{ id: 'rec1', fields: { 'E-mail': 'a@b.c' } }] };
    expect(entryAnswers(many, entries, body, { 'parameter.key': 'E-mail' })).toEqual([
      { kind: 'written', id: 'rec1', changedAt: null },
      null,
    ]);
    expect(entryAnswers(many, entries, body, {})).toEqual([null, null]);
  });

  it('by a value that both have, in whatever order; a missing and a doubled one count for nothing', () => {
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
      entryAnswers(
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

describe('a response without a list of answers', () => {
  const entries = [{ LastName: 'Lovelace' }];
  it.each([null, undefined, '', 'Maintenance', 'null', 0, true, [null], ['done'], [[]]])('%j says nothing of its entry', (body) => {
    expect(entryAnswers(ofSalesforce, entries, body, {})).toEqual([null]);
    expect(entryAnswers(ofQuickBooks, [{ bId: 'k1' }], { BatchItemResponse: body }, {})).toEqual([null]);
  });

  it('one answer in place of a list of one is read', () => {
    expect(entryAnswers(ofSalesforce, entries, { id: '003', success: true }, {})).toMatchObject([{ kind: 'written', id: '003' }]);
  });
});
