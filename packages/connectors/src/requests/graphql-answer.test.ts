import { describe, expect, test } from 'vitest';
import { readGraphQlResponse } from './graphql-answer.ts';

describe('responses of GraphQL servers', () => {
  test('are data or errors of any shape', () => {
    expect(readGraphQlResponse({ data: { shop: 1 } })).toEqual({ ok: true, data: { shop: 1 } });
    expect(readGraphQlResponse({ data: { a: 1 }, errors: [] })).toEqual({ ok: true, data: { a: 1 } });
    const throttled = { message: 'Throttled', extensions: { code: 'THROTTLED' } };
    expect(readGraphQlResponse({ data: null, errors: [throttled, {}] })).toEqual({
      ok: false,
      message: 'Throttled an error without a message',
      code: 'THROTTLED',
      isThrottled: true,
      retryAfterMs: null,
      data: null,
    });
    expect(readGraphQlResponse({ errors: '[API] Invalid API key' })).toMatchObject({ ok: false, message: '[API] Invalid API key' });
    expect(readGraphQlResponse({ errors: Array.from({ length: 7 }, () => ({ message: 'x' })) })).toMatchObject({
      message: 'x x x x x (and 2 more)',
    });
    expect(readGraphQlResponse('<html>')).toMatchObject({ ok: false, code: null });
  });
});

describe('what a GraphQL server didn’t do', () => {
  test('reports user errors of a mutation with their fields, and ignores empty ones', () => {
    const userErrors = [
      { field: ['input', 'title'], message: "can't be blank" },
      { field: null, message: 'Not allowed' },
    ];
    expect(readGraphQlResponse({ data: { productCreate: { product: null, userErrors } } })).toMatchObject({
      ok: false,
      message: "input.title: can't be blank Not allowed",
      isThrottled: false,
      data: { productCreate: { product: null } },
    });
    expect(readGraphQlResponse({ data: { productCreate: { product: {}, userErrors: [] } } })).toMatchObject({ ok: true });
  });

  test('keeps data that came with errors, and tells throttling from permanent errors', () => {
    const partial = { data: { a: 1, b: null }, errors: [{ message: 'no b' }, { message: 'x', extensions: { code: 'RATE_LIMITED' } }] };
    expect(readGraphQlResponse(partial)).toMatchObject({ ok: false, message: 'no b x', isThrottled: true, data: { a: 1, b: null } });
    const throttleStatus = { maximumAvailable: 2_000, currentlyAvailable: 100, restoreRate: 100 };
    const throttled = {
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: { cost: { requestedQueryCost: 352, throttleStatus } },
    };
    expect(readGraphQlResponse(throttled)).toMatchObject({ isThrottled: true, retryAfterMs: 2_520 });
    expect(readGraphQlResponse({ hello: 1 })).toMatchObject({ ok: false });
  });
});
