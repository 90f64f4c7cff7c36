import type { RunResponse } from '@portage/contracts';
import type { RunContent } from '@portage/database';
import type { WorkflowStep } from '@portage/workflow';
import { expect, test } from 'vitest';
import { RunSecrets } from '../secrets/run-secrets.ts';
import { runContentJson } from './run-content.ts';

const start: WorkflowStep = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'sum' };
const respond = (body: string): RunResponse => ({ status: 200, headers: {}, body });

interface Given {
  payload: unknown;
  query?: Record<string, string>;
  response?: RunResponse;
  tags?: { name: string; value: string }[];
  steps?: WorkflowStep[];
  status?: 'Succeeded' | 'Failed';
  loggingMode?: 'LogAllData' | 'LogOnlyIfError';
}

function read({ payload, query, response, tags = [], steps = [start], status = 'Succeeded', loggingMode = 'LogAllData' }: Given) {
  const trigger = { payload, ...(query ? { query } : {}) };
  const secrets = RunSecrets.of(trigger);
  const json = runContentJson({ version: { loggingMode, steps }, state: { status }, secrets, trigger, tags, response: response ?? null });
  return json === null ? null : (JSON.parse(json) as RunContent);
}

test('has the words of trigger, tags and response, outermost first, and what identifies the run', () => {
  const payload = { lines: [{ sku: 'TEA-1', quantity: 2 }], id: 'A-1004', customer: { email: 'Ada@Example.com' }, paid: true, note: null };
  const response = respond('{"accepted":"A-1004","ticket":"T-77"}');
  expect(read({ payload, query: { channel: 'web' }, response, tags: [{ name: 'Area', value: 'North West' }] })).toEqual({
    trigger: ['a-1004', 'ada@example.com', 'tea-1', 'web'],
    results: ['north', 'west', 't-77'],
    identity: { path: 'id', value: 'A-1004' },
  });
  expect(read({ payload: 'A-1004' })?.trigger).toEqual(['a-1004']);
  expect(read({ payload: {}, response: respond('Thanks, order 77!') })?.results).toEqual(['thanks', 'order', '77']);
  expect(read({ payload: { paid: true } })).toBeNull();
});

test('never has secrets, by name or by value', () => {
  const payload = { id: 'A-1', password: 'Hunter-22', pin: 4711, apiKey: 'sk-live-1', note: 'said Hunter-22 aloud' };
  const words = JSON.stringify(
    read({ payload, query: { api_key: 'key-99999' }, response: respond('{"token":"tok-12345","echo":"Hunter-22"}') }),
  );
  expect(words).toContain('aloud');
  for (const secret of ['hunter', '4711', 'sk-live', 'key-99999', 'tok-12345']) expect(words.toLowerCase()).not.toContain(secret);
});

test('has no response of a workflow with hidden steps, which may have made it', () => {
  const hidden: WorkflowStep = { stepId: 'sum', type: 'CustomScript', script: 'return 1', nextStepId: null, isHiddenFromCustomer: true };
  const given = { payload: { id: 'A-1' }, response: respond('{"margin":"secret-42"}') };
  expect(read({ ...given, steps: [start, hidden] })).toMatchObject({ trigger: ['a-1'], results: [] });
});

test('is there only for failed runs if only those are logged', () => {
  const given = { payload: { id: 'A-1' }, loggingMode: 'LogOnlyIfError' as const };
  expect(read(given)).toBeNull();
  expect(read({ ...given, status: 'Failed' })?.trigger).toEqual(['a-1']);
});

test('has at most 2,000 characters, of which the trigger has most, and leaves out files and documents', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ sku: `item-${at}` }));
  const content = read({
    payload: { many, id: 'A-1004', file: 'x'.repeat(20_000) },
    response: respond(JSON.stringify(many.slice(0, 900))),
  });
  const count = (words: string[] = []) => words.reduce((sum, word) => sum + word.length, 0);
  expect(content?.trigger[0]).toBe('a-1004');
  expect(count(content?.trigger) + count(content?.results)).toBeLessThanOrEqual(2_000);
  expect(count(content?.trigger)).toBeGreaterThan(1_200);
  expect(content?.trigger.some((word) => word.startsWith('xxx'))).toBe(false);
});
