import { expect, test } from 'vitest';
import { patientFetch } from './patient-fetch.ts';

function stubResponses(...statuses: number[]): { send: typeof fetch; calls: () => number } {
  let calls = 0;
  const send: typeof fetch = async () => new Response('an answer', { status: statuses[Math.min(calls++, statuses.length - 1)] ?? 500 });
  return { send, calls: () => calls };
}

test('a call that finds the database away is repeated until it is back', async () => {
  const { send, calls } = stubResponses(503, 503, 201);
  const answer = await patientFetch({ send, pauseMs: 1 })('http://localhost/api/workflows', { method: 'POST' });
  expect(answer.status).toBe(201);
  expect(calls()).toBe(3);
});

test('a refusal is returned at once', async () => {
  const { send, calls } = stubResponses(400, 200);
  expect((await patientFetch({ send, pauseMs: 1 })('http://localhost/api/workflows')).status).toBe(400);
  expect(calls()).toBe(1);
});

test('the last response is returned with its text when patience runs out', async () => {
  const { send } = stubResponses(503);
  const answer = await patientFetch({ send, pauseMs: 1, patienceMs: 20 })('http://localhost/api/workflows');
  expect([answer.status, await answer.text()]).toEqual([503, 'an answer']);
});
