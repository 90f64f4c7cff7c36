import { describe, expect, test } from 'vitest';
import { showsSign } from './answer-signs.ts';

const buildResponse = (status: number, body: string | Uint8Array, contentType = '') => ({
  status,
  headers: { 'content-type': contentType },
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
});

describe('showsSign', () => {
  test('matches only if every member of a sign matches', () => {
    const signs = [{ status: 403, contains: 'token expired' }];
    expect(showsSign(signs, buildResponse(403, '{"error":"token expired"}'))).toBe(true);
    expect(showsSign(signs, buildResponse(403, '{"error":"not yours"}'))).toBe(false);
    expect(showsSign(signs, buildResponse(200, '{"error":"token expired"}'))).toBe(false);
  });

  test('reads a path in a JSON body, with list items by index', () => {
    const signs = [{ status: 200, path: 'errors.0.extensions.code', equals: 'THROTTLED' }];
    expect(showsSign(signs, buildResponse(200, '{"errors":[{"extensions":{"code":"THROTTLED"}}]}'))).toBe(true);
    expect(showsSign(signs, buildResponse(200, '{"errors":[{"extensions":{"code":"OTHER"}}]}'))).toBe(false);
    expect(showsSign(signs, buildResponse(200, '{"data":{}}'))).toBe(false);
    expect(showsSign([{ path: 'code', equals: '10' }], buildResponse(200, '{"code":10}'))).toBe(true);
    expect(showsSign([{ path: 'error' }], buildResponse(200, '{"error":null}'))).toBe(false);
    expect(showsSign([{ path: 'constructor.name' }], buildResponse(200, '{}'))).toBe(false);
    expect(showsSign(signs, buildResponse(200, 'no json'))).toBe(false);
  });

  test.each(['errors[0]["error-code"]', "errors['0'].error-code", 'errors.0["error-code"]'])('reads a path in any notation: %s', (path) => {
    expect(showsSign([{ path, equals: '7' }], buildResponse(200, '{"errors":[{"error-code":7}]}'))).toBe(true);
  });

  test('treats a body that isn’t JSON as text, however long it is', () => {
    const signs = [{ status: 200, isText: true as const }];
    expect(showsSign(signs, buildResponse(200, 'Invalid token'))).toBe(true);
    expect(showsSign(signs, buildResponse(200, ''))).toBe(true);
    expect(showsSign(signs, buildResponse(500, 'Invalid token'))).toBe(false);
    expect(showsSign(signs, buildResponse(200, '[]'))).toBe(false);
    expect(showsSign(signs, buildResponse(200, JSON.stringify(['x'.repeat(200_000)])))).toBe(false);
  });

  test('ignores a sign without conditions, because every response would match', () => {
    expect(showsSign([{}, { equals: 'x' }], buildResponse(200, '{}'))).toBe(false);
    expect(showsSign([{ status: 419 }], buildResponse(419, ''))).toBe(true);
    expect(showsSign([], buildResponse(401, ''))).toBe(false);
  });
});

test.each([
  ['declared in its content type', Buffer.from('{"error":"Sitzung ungültig"}', 'latin1'), 'application/json; charset=iso-8859-1'],
  ['declared in its page', Buffer.from('<meta charset="latin1"><p>Sitzung ungültig</p>', 'latin1'), 'text/html'],
  ['of two bytes a letter', Buffer.from('{"error":"Sitzung ungültig"}', 'utf16le'), 'application/json'],
])('HOSTILE 48: a sign is found in a charset %s', (_what, body, contentType) => {
  expect(showsSign([{ contains: 'Sitzung ungültig' }], buildResponse(200, new Uint8Array(body), contentType))).toBe(true);
});
