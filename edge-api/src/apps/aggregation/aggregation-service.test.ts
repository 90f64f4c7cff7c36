import { expect, test } from 'vitest';
import { listIntegrations } from './aggregation-service.ts';

test('no request waits for another one’s call: each makes its own until the list is cached', async () => {
  const answers: ((value: unknown) => void)[] = [];
  const send = () => new Promise((resolve) => answers.push(resolve));
  const env = { AGGREGATION_API_KEY: 'k', AGGREGATION_API_URL: 'https://lists.example', EGRESS: { send } };
  const context = { env, now: () => new Date(0) } as unknown as Parameters<typeof listIntegrations>[0];
  // The first request is cancelled: its call never gets a response.
  void listIntegrations(context, 'crm');
  const second = listIntegrations(context, 'crm');
  await Promise.resolve();
  expect(answers).toHaveLength(2);
  const body = new TextEncoder().encode(JSON.stringify({ results: [{ slug: 'ledger', name: 'Ledger' }] }));
  answers[1]?.({ ok: true, status: 200, headers: { 'content-type': 'application/json' }, body });
  const list = [{ type: 'ledger', name: 'Ledger', logoUrl: null }];
  expect(await second).toEqual(list);
  expect(await listIntegrations(context, 'crm')).toEqual(list);
  expect(answers).toHaveLength(2);
});
