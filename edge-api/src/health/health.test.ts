import { expect, test } from 'vitest';
import { api, fetchWorker } from '../../test/api.ts';

test('health is ok once the database and objects respond', async () => {
  const { status, body } = await api('GET /api/health');
  expect(body).toEqual({ status: 'ok' });
  expect(status).toBe(200);
});

test('the Worker itself responds, with the API’s headers', async () => {
  const response = await fetchWorker('/api/health');
  expect(response.status).toBe(200);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});
