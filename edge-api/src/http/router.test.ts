import { describe, expect, test } from 'vitest';
import { api } from '../../test/api.ts';
import { createResponseNotes, type RequestContext } from './context.ts';
import { type Route, rawRoute } from './implement.ts';
import { createRouter } from './router.ts';

/** Responds with its name and its input. */
const echo = (methods: Route['methods'], path: string): Route =>
  rawRoute(methods, path, { access: 'public', effect: 'read', query: 'any' }, async (_, params) => Response.json([path, params]));

function createCaller(routes: readonly Route[]) {
  const route = createRouter({ routes, authorize: () => Promise.reject(new Error('No call needs a caller')) });
  return async (method: string, address: string) => {
    const answer = await route({
      request: new Request(address, { method }),
      requestId: 'r1',
      answer: createResponseNotes(),
    } as RequestContext);
    expect(answer.headers.get('x-request-id')).toBe('r1');
    return answer.ok ? answer.json() : answer.status;
  };
}

describe('routes that accept every method of one address and its values', () => {
  const ask = createCaller([
    echo(['ALL'], '/api/hooks/{code}'),
    echo(['GET'], '/api/hooks/{code}/calls'),
    echo(['GET'], '/api/users/{id}'),
  ]);
  const hook = (code: string) => ['/api/hooks/{code}', { code }];

  test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])('are found for %s', async (method) => {
    expect(await ask(method, 'https://portage.test/api/hooks/a_B-9')).toEqual(hook('a_B-9'));
  });

  test.each([
    ['a query', 'https://portage.test/api/hooks/c?next=/api/users/1', hook('c')],
    ['a slash at the end', 'https://portage.test/api/hooks/c/', hook('c')],
    ['an escaped value', 'https://portage.test/api/hooks/c%2Fd', hook('c/d')],
    ['a way round', 'https://portage.test/api/users/../hooks/c', hook('c')],
    ['more behind it', 'https://portage.test/api/hooks/c/calls', ['/api/hooks/{code}/calls', { code: 'c' }]],
    ['another route', 'https://portage.test/api/users/7', ['/api/users/{id}', { id: '7' }]],
    ['no value', 'https://portage.test/api/hooks/', 404],
    ['another address in the query', 'https://portage.test/?x=https://portage.test/api/hooks/c', 404],
    ['a malformed escape', 'https://portage.test/api/hooks/%E0%A4%A', 404],
    ['a NUL, which no id can have', 'https://portage.test/api/hooks/a%00b', 404],
  ])('are found, or not, with %s', async (_, address, expected) => {
    expect(await ask('GET', address)).toEqual(expected);
  });

  test('leave addresses to routes that name them', async () => {
    const named = createCaller([echo(['ALL'], '/api/hooks/{code}'), echo(['GET'], '/api/hooks/latest')]);
    expect(await named('GET', 'https://portage.test/api/hooks/latest')).toEqual(['/api/hooks/latest', {}]);
    expect(await named('GET', 'https://portage.test/api/hooks/other')).toEqual(hook('other'));
  });
});

test('fixed segments win over parameters, however many shorter and longer addresses are in between', async () => {
  const between = Array.from({ length: 40 }, (_, index) => echo(['GET'], `/api/other-${index}${index % 2 ? '/{id}/more' : ''}`));
  const ask = createCaller([echo(['GET'], '/api/things/{id}'), ...between, echo(['GET'], '/api/things/newest')]);
  expect(await ask('GET', 'https://portage.test/api/things/newest')).toEqual(['/api/things/newest', {}]);
  expect(await ask('GET', 'https://portage.test/api/things/7')).toEqual(['/api/things/{id}', { id: '7' }]);
});

test('ERR-06: an operation that an address does not have is “Not supported”', async () => {
  const answer = await api('DELETE /api/health');
  expect([answer.status, answer.message, answer.headers.get('allow')]).toEqual([405, 'Not supported', 'GET']);
});
