import { describe, expect, test } from 'vitest';
import { documentInMemory, loadOperation } from '../openapi/index.ts';
import { findResponseFailure } from './answer-failure.ts';

async function findFailure(document: object, operation: object, body: unknown): Promise<string | null> {
  const made = documentInMemory({ openapi: '3.0.0', ...document, paths: { '/a': { get: { responses: {}, ...operation } } } });
  return findResponseFailure(await loadOperation(made, 'GET /a'), body);
}

const slack = { 'x-failure': { path: 'ok', equals: false, messagePath: 'error' } };

describe('a failure in a response with a success status', () => {
  test('is recognised by the document’s sign', async () => {
    expect(await findFailure(slack, {}, { ok: false, error: 'channel_not_found' })).toBe('channel_not_found.');
    expect(await findFailure(slack, {}, { ok: true })).toBeNull();
    expect(await findFailure(slack, {}, { ok: false })).toBe('The system responded that it didn’t do this.');
    expect(await findFailure({}, {}, { ok: false })).toBeNull();
    expect(await findFailure(slack, { 'x-failure': false }, { ok: false })).toBeNull();
  });

  test('is recognised by one of several signs, by any value at a path, or by an empty response', async () => {
    const booker = {
      'x-failure': [{ path: 'IsSuccess', equals: 'false', messagePath: 'ErrorMessage' }, { path: 'error' }, { path: '', equals: null }],
    };
    expect(await findFailure(booker, {}, { IsSuccess: false, ErrorMessage: 'No such customer' })).toBe('No such customer.');
    expect(await findFailure(booker, {}, { error: { message: 'x' } })).toBe('x.');
    expect(await findFailure(booker, {}, { error: [] })).toBeNull();
    expect(await findFailure(booker, {}, null)).toBe('The system responded that it didn’t do this.');
    expect(await findFailure({ 'x-failure': [{ path: '' }, { path: '..' }, 'ok', { equals: 1 }] }, {}, { a: 1 })).toBe(
      'The system responded that it didn’t do this.',
    );
    expect(await findFailure({ 'x-failure': [{ path: 'a b' }, 7] }, {}, { a: 1 })).toBeNull();
  });

  test('is recognised by text instead of JSON, but not by a list or an object', async () => {
    const sunwave = { 'x-failure': [{ path: '', isText: true }, { path: 'error' }] };
    expect(await findFailure(sunwave, {}, 'Invalid token')).toBe('Invalid token.');
    expect(await findFailure(sunwave, {}, '')).toBe('The system responded that it didn’t do this.');
    expect(await findFailure(sunwave, {}, '<html>Sign in</html>')).toBe('The system responded that it didn’t do this.');
    expect(await findFailure(sunwave, {}, { error: 'No such clinic' })).toBe('No such clinic.');
    expect(await findFailure(sunwave, {}, [])).toBeNull();
    expect(await findFailure(sunwave, {}, [{ id: '1', error: 'of a record' }])).toBeNull();
    expect(await findFailure(sunwave, {}, {})).toBeNull();
    expect(await findFailure(sunwave, {}, null)).toBeNull();
  });
});
