import type { CallDeclaration } from '@portage/contracts';
import { calls } from '@portage/contracts/calls';
import { httpMethods } from '@portage/workflow';
import { expect, test } from 'vitest';
import { api } from '../../test/api.ts';

test('the OpenAPI document has every declared call, with its parameters, body and response', async () => {
  const { status, body } = await api('GET /api/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toBe('3.1.0');
  for (const [key, call] of Object.entries(calls) as [string, CallDeclaration][]) {
    const [method = '', path = ''] = key.split(' ');
    const operation = body.paths[path]?.[method.toLowerCase()];
    expect(operation, key).toBeDefined();
    expect(operation.summary).toBe(call.summary);
    const schemes = operation.security.map((one: object) => Object.keys(one)[0]).filter((scheme: string) => scheme !== 'apiKey');
    const tokens = call.access === 'deploy' ? ['accessToken', 'deployToken'] : ['accessToken'];
    expect(schemes).toEqual(call.access === 'public' ? [] : tokens);
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
      expect(operation.parameters).toContainEqual(expect.objectContaining({ name, in: 'path', required: true }));
    }
    expect(operation.requestBody !== undefined, key).toBe(call.body !== undefined);
    expect(operation.responses[call.successStatus ?? 200].content['application/json'].schema).toBeTypeOf('object');
  }
});

test('operation ids are unique and every reference resolves', async () => {
  const { body } = await api('GET /api/openapi.json');
  const operations = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap((path) => Object.values(path));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, pointer = ''] of JSON.stringify(body).matchAll(/"\$ref":"#([^"]*)"/g)) {
    const target = pointer
      .split('/')
      .slice(1)
      .reduce((value, part) => value?.[part], body);
    expect(target, pointer).toBeDefined();
  }
});

test('it also has undeclared calls: webhook addresses, the live view, the metrics', async () => {
  const { paths } = (await api('GET /api/openapi.json')).body;
  const webhook = paths['/api/webhooks/{triggerCode}'];
  expect(Object.keys(webhook)).toEqual(httpMethods.map((method) => method.toLowerCase()));
  expect(webhook.post.security).toEqual([]);
  expect(Object.keys(webhook.post.responses)).toEqual(expect.arrayContaining(['200', '202', '2XX', '405', '500', 'default']));
  expect(webhook.post.responses[405].headers).toHaveProperty('Allow');
  expect(Object.keys(webhook.post.requestBody.content)).toEqual(
    expect.arrayContaining(['multipart/form-data', 'application/x-www-form-urlencoded']),
  );
  const live = paths['/api/workflows/instances/{id}/live'].get;
  expect(live).toMatchObject({ security: [{ accessToken: [] }, { apiKey: ['read'] }], responses: { 101: {}, 426: {} } });
  expect(live.summary).toMatch(/4401.*4403/);
  expect(paths['/api/metrics'].get).toMatchObject({ 'x-access': 'admin', 'x-scope': 'read' });
});

test('it says which scope a call needs from an API key, and omits keys from calls that accept none', async () => {
  const { paths, components } = (await api('GET /api/openapi.json')).body;
  expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer', bearerFormat: 'portage_…' });
  const guardOf = (method: string, path: string) => {
    const { security, 'x-scope': scope } = paths[path][method];
    return { security, scope };
  };
  const taking = (...scopes: string[]) => ({ security: [{ accessToken: [] }, { apiKey: scopes }], scope: scopes.join(' ') });
  expect(guardOf('get', '/api/workflows')).toEqual(taking('read'));
  expect(guardOf('post', '/api/workflows/{id}/run')).toEqual(taking('run'));
  expect(guardOf('get', '/api/workflows/instances/{id}/re-run')).toEqual(taking('run'));
  expect(guardOf('post', '/api/workflows/instances/{id}/re-run')).toEqual(taking('run'));
  expect(guardOf('post', '/api/workflows/{id}/activate')).toEqual(taking('manage'));
  expect(guardOf('put', '/api/workflows/{id}')).toEqual(taking('manage', 'read'));
  expect(guardOf('post', '/api/workflows/{id}/test-step')).toEqual(taking('run', 'read', 'manage'));
  expect(guardOf('get', '/api/metrics')).toEqual(taking('read'));
  expect(guardOf('post', '/api/account/keys')).toEqual({ security: [{ accessToken: [] }], scope: undefined });
  expect(guardOf('get', '/api/health')).toEqual({ security: [], scope: undefined });
});
