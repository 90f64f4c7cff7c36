import { describe, expect, test } from 'vitest';
import { api, fetchWorker, type Person, signedInPerson, testEnv } from '../api.ts';
import type { OtlpSpan } from '../otlp-request.ts';

const { COLLECTOR_ORIGIN: collector } = testEnv as unknown as { COLLECTOR_ORIGIN: string };

async function collected<Value>(path: string): Promise<Value> {
  return (await fetch(`${collector}${path}`)).json();
}

async function startRun(person: Person, steps: object[], payload: unknown): Promise<string> {
  const made = await api('POST /api/workflows/', { token: person.token, body: { name: 'Traced', steps } });
  const { id, triggerCode } = made.body.workflow;
  const activated = await api(`POST /api/workflows/${id}/activate`, { token: person.token });
  expect(activated.status, activated.message).toBe(200);
  const response = await fetchWorker(`/api/webhooks/${triggerCode}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer hidden-token' },
    body: JSON.stringify(payload),
  });
  return ((await response.json()) as { workflowInstanceId: string }).workflowInstanceId;
}

async function computeTraceId(runId: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`trace ${runId}`));
  return [...new Uint8Array(bytes)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 32);
}

type CollectedSpan = OtlpSpan & { serviceName: string };

async function awaitSpans(runId: string, count: number): Promise<CollectedSpan[]> {
  const traceId = await computeTraceId(runId);
  await expect.poll(async () => (await collected<CollectedSpan[]>(`/spans?traceId=${traceId}`)).length).toBe(count);
  return collected(`/spans?traceId=${traceId}`);
}

const trigger = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook' };
const each = { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload.lines', loopFirstStepId: 'price' };

describe('traces at an OpenTelemetry collector', () => {
  test('a run is a trace, its steps are spans under it or under their loop, even across a delay; it contains none of the payload', async () => {
    const person = await signedInPerson();
    const runId = await startRun(
      person,
      [
        { ...trigger, nextStepId: 'each' },
        { ...each, nextStepId: 'wait' },
        { stepId: 'price', type: 'CustomScript', script: 'console.log("note"); return Steps["each"].CurrentItem' },
        { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Seconds', nextStepId: 'end' },
        { stepId: 'end', type: 'EndStep', endStepScope: 'Workflow' },
      ],
      { lines: ['private-line-1', 'private-line-2'] },
    );
    const spans = await awaitSpans(runId, 7);
    expect(JSON.stringify(spans)).not.toMatch(/private-line|hidden-token|note/);
    expect(spans.every(({ serviceName, isError }) => serviceName === 'portage-tests' && !isError)).toBe(true);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(7);
    const root = spans.find(({ parentSpanId }) => parentSpanId === undefined) as CollectedSpan;
    expect(root).toMatchObject({
      name: 'Traced',
      attributes: {
        'portage.run.id': runId,
        'portage.run.status': 'Succeeded',
        'portage.trigger.type': 'Webhook',
        'portage.run.test': false,
      },
    });
    expect(root.endMs - root.startMs).toBeGreaterThanOrEqual(1_000);
    const loop = spans.find(({ name }) => name === 'each') as CollectedSpan;
    for (const name of ['start', 'each', 'wait', 'end']) expect(spans.find((span) => span.name === name)?.parentSpanId).toBe(root.spanId);
    const items = spans.filter(({ name }) => name === 'price');
    expect(items.map(({ parentSpanId }) => parentSpanId)).toEqual([loop.spanId, loop.spanId]);
    expect(items.map(({ attributes }) => attributes['portage.loop.iteration'])).toEqual([0, 1]);
    expect(items[1]?.attributes).toMatchObject({
      'portage.step.id': 'price',
      'portage.step.path': 'each[1]/price',
      'portage.step.type': 'CustomScript',
      'portage.step.status': 'Succeeded',
      'portage.step.attempt': 1,
    });
    expect(items[1]?.attributes['portage.workflow.id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await collected<string[]>('/problems')).toEqual([]);
  });

  test('a continued run stays in its trace: a second span under the first, no id twice', async () => {
    const person = await signedInPerson();
    const flaky = 'if (!$Data.seen) throw new Error("private-text"); return 1';
    const runId = await startRun(
      person,
      [
        { ...trigger, nextStepId: 'try' },
        { stepId: 'try', type: 'CustomScript', script: flaky },
      ],
      {},
    );
    const first = await awaitSpans(runId, 3);
    expect(
      first
        .filter(({ isError }) => isError)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Traced', 'try']);
    expect(JSON.stringify(first)).not.toContain('private-text');

    const rerun = await api(`POST /api/workflows/instances/${runId}/re-run?type=ContinueExisting`, { token: person.token });
    expect(rerun.body).toEqual({ isSuccess: true, workflowInstanceId: runId });
    const spans = await awaitSpans(runId, 5);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(5);
    const [root, continued] = spans.filter(({ name }) => name === 'Traced');
    expect(continued?.parentSpanId).toBe(root?.spanId);
    expect(continued?.attributes['portage.run.continued']).toBe(1);
    const [, again] = spans.filter(({ name }) => name === 'try');
    expect(again?.parentSpanId).toBe(continued?.spanId);
    expect(again?.startMs).toBeGreaterThanOrEqual(continued?.startMs ?? Number.POSITIVE_INFINITY);
  });

  test('a collector that is down delays and fails no run, and gets the spans when it’s back', async () => {
    await fetch(`${collector}/away?times=2`, { method: 'PUT' });
    const person = await signedInPerson();
    const runId = await startRun(
      person,
      [
        { ...trigger, nextStepId: 'one' },
        { stepId: 'one', type: 'CustomScript', script: 'return 1' },
      ],
      {},
    );
    const status = async () => (await api(`GET /api/workflows/instances/${runId}`, { token: person.token })).body.workflowInstance.status;
    await expect.poll(status).toBe('Succeeded');
    expect(await awaitSpans(runId, 3)).toHaveLength(3);
  });
});
