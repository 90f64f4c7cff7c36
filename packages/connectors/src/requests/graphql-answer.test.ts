import { describe, expect, it } from 'vitest';
import { readGraphQlAnswer } from './graphql-answer.ts';

describe('answers of GraphQL servers', () => {
  it('are data, or errors in whatever shape', () => {
    expect(readGraphQlAnswer({ data: { shop: 1 } })).toEqual({ ok: true, data: { shop: 1 } });
    expect(readGraphQlAnswer({ data: { a: 1 }, errors: [] })).toEqual({ ok: true, data: { a: 1 } });
    const throttled = { message: 'Throttled', extensions: { code: 'THROTTLED' } };
    expect(readGraphQlAnswer({ data: null, errors: [throttled, {}] })).toEqual({
      ok: false,
      message: 'Throttled an error without a message',
      code: 'THROTTLED',
      data: null,
    });
    expect(readGraphQlAnswer({ errors: '[API] Invalid API key' })).toMatchObject({ ok: false, message: '[API] Invalid API key' });
    expect(readGraphQlAnswer({ errors: Array.from({ length: 7 }, () => ({ message: 'x' })) })).toMatchObject({
      message: 'x x x x x (and 2 more)',
    });
    expect(readGraphQlAnswer('<html>')).toMatchObject({ ok: false, code: null });
  });
});
