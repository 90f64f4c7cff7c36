import { describe, expect, test } from 'vitest';
import { isQuery } from './require-reading.ts';

describe('a GraphQL document only reads', () => {
  test.each([
    ['{ products { id } }', undefined],
    ['query Find($q: String = "mutation {") { products(query: $q) { id } }', 'Find'],
    ['# mutation { gone }\nquery { a }', undefined],
    ['fragment F on Product { id } query Q { products { ...F } }', undefined],
    ['query Q { a } mutation M { b }', 'Q'],
    ['query Q($input: In = { a: "{" }) { a }', undefined],
    ['query Q { mutation { id } }', undefined],
  ])('%s', (text, name) => expect(isQuery(text, name)).toBe(true));
});

describe('a GraphQL document may write', () => {
  test.each([
    ['mutation { productDelete(id: 1) { id } }', undefined],
    ['mutation M($id: ID!) { productDelete(id: $id) { id } }', 'M'],
    ['query Q { a } mutation M { b }', 'M'],
    ['query Q { a } mutation M { b }', undefined],
    ['query Q { a } mutation Q { b }', 'Q'],
    ['\u{feff},mutation M { b }', undefined],
    ['subscription S { b }', undefined],
    ['""" query """ mutation M { b }', undefined],
    ['"{" mutation M { b }', undefined],
    ['fragment F on Product { id }', undefined],
    ['', undefined],
  ])('%s', (text, name) => expect(isQuery(text, name)).toBe(false));
});
