import type { CallDeclaration } from '@portage/contracts';
import { calls } from '@portage/contracts/calls';
import { expect, test } from 'vitest';
import { api } from '../../test/api.ts';

test('the OpenAPI document has every declared call, with its parameters, body and answer', async () => {
  const { status, body } = await api('GET /api/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toBe('3.1.0');
  for (const [key, call] of Object.entries(calls) as [string, CallDeclaration][]) {
    const [method = '', path = ''] = key.split(' ');
    const operation = body.paths[path]?.[method.toLowerCase()];
    expect(operation, key).toBeDefined();
    expect(operation.summary).toBe(call.summary);
    const tokens = call.access === 'deploy' ? [{ accessToken: [] }, { deployToken: [] }] : [{ accessToken: [] }];
    expect(operation.security).toEqual(call.access === 'public' ? [] : tokens);
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
      expect(operation.parameters).toContainEqual(expect.objectContaining({ name, in: 'path', required: true }));
    }
    expect(operation.requestBody !== undefined, key).toBe(call.body !== undefined);
    expect(operation.responses[call.successStatus ?? 200].content['application/json'].schema).toBeTypeOf('object');
  }
});

test('operation ids are unique and every reference leads somewhere', async () => {
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

test('it also has what is no declared call: webhook addresses, the live view, the metrics', async () => {
  const { paths } = (await api('GET /api/openapi.json')).body;
  const webhook = paths['/api/webhooks/{triggerCode}'];
  expect(Object.keys(webhook)).toEqual(['get', 'post', 'put', 'patch', 'delete']);
  expect(webhook.post).toMatchObject({ security: [], responses: { 202: { description: expect.any(String) } } });
  const live = paths['/api/workflows/instances/{id}/live'].get;
  expect(live).toMatchObject({ security: [{ accessToken: [] }], responses: { 101: {}, 426: {} } });
  expect(live.summary).toMatch(/4401.*4403/);
  expect(paths['/api/metrics'].get).toMatchObject({ 'x-access': 'admin' });
});
