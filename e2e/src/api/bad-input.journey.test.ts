import { describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { activeWebhook } from './runs.ts';
import { signUp } from './session.ts';

const TRIGGER = [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook' }];
const MEGABYTE = 1024 * 1024;

interface ErrorBody {
  errors: { userMessage: string; message: string; code: string }[];
}

describe('bad input over HTTP', () => {
  const baseUrl = sharedBaseUrl();

  async function post(path: string, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) {
    const response = await fetch(new URL(path, baseUrl), { method: 'POST', body, headers });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) as ErrorBody };
  }

  test.each([
    ['not JSON', '{"email": ', 400],
    ['a wrong type', '{"email": 1, "password": "x"}', 400],
    ['an unknown field', '{"email": "a@example.com", "password": "x", "isAdmin": true}', 400],
    ['nothing', '', 400],
    ['more than 2 MB', JSON.stringify({ email: 'a'.repeat(2 * MEGABYTE) }), 413],
  ])('refuses a call with %s in the specification’s shape', async (_, text, status) => {
    const answer = await post('/api/users/signin', text);
    expect(answer.status).toBe(status);
    expect(answer.body.errors[0]).toMatchObject({ userMessage: expect.any(String), message: expect.any(String), code: expect.any(String) });
  });

  test('names an unknown field', async () => {
    const { body } = await post('/api/users/signin', '{"email": "a@example.com", "password": "x", "isAdmin": true}');
    expect(JSON.stringify(body.errors)).toContain('isAdmin');
  });

  test.each(['', 'Bearer ', 'Bearer abc', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', 'Basic YTpi'])(
    'HOSTILE 28: the authorization "%s" grants no access',
    async (authorization) => {
      const response = await fetch(new URL('/api/workflows', baseUrl), { headers: authorization ? { authorization } : {} });
      expect(response.status).toBe(401);
      expect(((await response.json()) as ErrorBody).errors[0]?.code).toBe('unauthorized');
    },
  );

  test('HOSTILE 25: another person’s workflow and run appear not to exist', async () => {
    const [{ api: owner }, { api: stranger }] = await Promise.all([signUp(baseUrl), signUp(baseUrl)]);
    const { workflowId, webhookUrl } = await activeWebhook(owner, 'Mine', TRIGGER);
    const response = await fetch(webhookUrl, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    const { workflowInstanceId } = (await response.json()) as { workflowInstanceId: string };
    const params = { id: workflowId };
    const attempts = [
      () => stranger('GET /api/workflows/{id}', { params }),
      () => stranger('PUT /api/workflows/{id}', { params, body: { name: 'Yours' } }),
      () => stranger('DELETE /api/workflows/{id}', { params }),
      () => stranger('POST /api/workflows/{id}/run', { params }),
      () => stranger('POST /api/workflows/{id}/test-run', { params }),
      () => stranger('POST /api/workflows/{id}/deactivate', { params }),
      () => stranger('GET /api/workflows/{id}/versions', { params }),
      () => stranger('GET /api/workflows/generate-webhook-url/{id}', { params }),
      () => stranger('GET /api/workflows/instances/{id}', { params: { id: workflowInstanceId } }),
      () => stranger('GET /api/workflows/instances/{id}/cancel', { params: { id: workflowInstanceId } }),
      () => stranger('GET /api/workflows/step-instances', { query: { workflowInstanceId } }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 404 });
    expect(await owner('GET /api/workflows/{id}', { params })).toMatchObject({ workflow: { name: 'Mine', isActive: true } });
  });

  test('a webhook refuses unknown codes, inactive workflows, broken JSON and more than 10 MB, and starts nothing', async () => {
    const { api } = await signUp(baseUrl);
    const { workflowId, webhookUrl } = await activeWebhook(api, 'Hook', TRIGGER);
    expect((await post('/api/webhooks/no-such-code', '{}')).status).toBe(404);
    expect((await post(webhookUrl, '{"a": ')).status).toBe(400);
    expect((await post(webhookUrl, JSON.stringify('a'.repeat(10 * MEGABYTE)))).status).toBe(413);
    await api('POST /api/workflows/{id}/deactivate', { params: { id: workflowId } });
    // A deactivation takes effect within seconds; calls before that still start runs.
    let accepted = 0;
    const call = async () => {
      const answer = await post(webhookUrl, '{}');
      if (answer.status === 202) accepted += 1;
      return answer;
    };
    await expect.poll(call).toMatchObject({ status: 409, body: { errors: [{ code: 'workflow-inactive' }] } });
    await expect.poll(async () => (await api('GET /api/workflows/find-instances', { query: { workflowId } })).totalCount).toBe(accepted);
  });

  test('a webhook accepts a body of 9 MB', async () => {
    const { api } = await signUp(baseUrl);
    const { webhookUrl } = await activeWebhook(api, 'Hook', TRIGGER);
    expect((await post(webhookUrl, JSON.stringify({ text: 'a'.repeat(9 * MEGABYTE) }))).status).toBe(202);
  });

  test('describes itself as OpenAPI', async () => {
    const response = await fetch(new URL('/api/openapi.json', baseUrl));
    const document = (await response.json()) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toMatch(/^3\.1/);
    expect(document.paths).toHaveProperty('/api/workflows/{id}/run');
  });
});
