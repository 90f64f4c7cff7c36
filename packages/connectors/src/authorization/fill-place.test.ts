import { describe, expect, test } from 'vitest';
import type { ConnectorRequest } from '../requests/build-request.ts';
import type { RequestKey } from './keys.ts';
import { withKeys } from './put-on-request.ts';

const request = (change: Partial<ConnectorRequest> = {}): ConnectorRequest => ({
  method: 'POST',
  url: 'https://api.example.com/v0/%7BbaseId%7D/Orders?view=%7BbaseId%7D',
  headers: { 'Content-Type': 'application/json' },
  body: '{"access_token":"","n":1}',
  ...change,
});
const withKey = async (key: RequestKey, of = request()) => withKeys(of, [key]);
const token: RequestKey = { in: 'body', name: 'access_token', value: 'secret' };
const base: RequestKey = { in: 'path', name: 'baseId', value: 'app/1 2' };

describe('a request’s placeholders for connector values', () => {
  test('are filled in the body if they are empty', async () => {
    expect((await withKey(token)).body).toBe('{"access_token":"secret","n":1}');
    expect((await withKey(token, request({ body: '{"access_token":null}' }))).body).toBe('{"access_token":"secret"}');
  });

  test('stay unchanged in the body if a person filled them, and are not added', async () => {
    for (const body of ['{"access_token":"mine"}', '{"access_token":0}', '{"n":{"access_token":""}}', '[""]', 'access_token=', null]) {
      expect((await withKey(token, request({ body }))).body).toBe(body);
    }
  });

  test('are filled in the path as a single segment, whatever the value is', async () => {
    expect((await withKey(base)).url).toBe('https://api.example.com/v0/app%2F1%202/Orders?view=%7BbaseId%7D');
    expect((await withKey(base, request({ url: 'https://api.example.com/v0/{baseId}/Orders' }))).url).toMatch(/v0\/app%2F1%202\/Orders$/);
  });

  test('fill only a whole path segment', async () => {
    const url = 'https://api.example.com/v0/app1/x%7BbaseId%7D';
    expect((await withKey(base, request({ url }))).url).toBe(url);
  });

  test('HOSTILE 21: can’t lead to another path', async () => {
    for (const value of ['', '.', '..', ' .. ']) await expect(withKey({ ...base, value })).rejects.toThrow('cannot be part of an address');
  });
});
