import { writePublication } from '@portage/database';
import { expect, test } from 'vitest';
import { api, database, fetchWorker, signedInPerson } from '../api.ts';
import { makeWorkflow } from '../workflows.ts';

const PUBLICATIONS = 20;
const CALLERS = 3;
/** How many runs have each of their steps read. */
const MOST_READ = 20;

/** Every step returns its version's number, so a run with mixed versions would show. */
const buildSteps = (version: number) => [
  { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'first' },
  { stepId: 'first', type: 'CustomScript', script: `return ${version}`, nextStepId: 'second' },
  { stepId: 'second', type: 'CustomScript', script: `return [Steps["first"].Response, ${version}]` },
];

async function activeHook() {
  const person = await signedInPerson();
  const { id, triggerCode, versionId } = await makeWorkflow(person, { name: 'Race', steps: buildSteps(0) });
  const call = async (what: string, body?: object) => {
    const answer = await api(what.replace(' ', ` /api/workflows/${id}`), { token: person.token, ...(body ? { body } : {}) });
    expect(answer.status, answer.message).toBe(200);
    return answer.body;
  };
  await call('POST /activate');
  const post = async (): Promise<string> => {
    const response = await fetchWorker(`/api/webhooks/${triggerCode}`, { method: 'POST', body: '{}' });
    const text = await response.text();
    // On a busy machine PostgreSQL may take longer than a look-up waits; senders retry such a call.
    if (response.status === 503 && text.includes('"database-away"')) return post();
    expect(response.status, text).toBe(202);
    return (JSON.parse(text) as { workflowInstanceId: string }).workflowInstanceId;
  };
  const read = async (runId: string) => (await api(`GET /api/workflows/instances/${runId}`, { token: person.token })).body.workflowInstance;
  const resultOf = async (runId: string) => {
    await expect.poll(async () => (await read(runId)).status).toBe('Succeeded');
    const path = `/api/workflows/step-instances?workflowInstanceId=${runId}`;
    const { stepInstances } = (await api(`GET ${path}`, { token: person.token })).body;
    const last = stepInstances.find(({ name }: { name: string }) => name === 'second');
    return (await api(`GET ${path.replace('?', `/${last.id}?`)}`, { token: person.token })).body.stepInstance.stepData.response.body;
  };
  return { person, id: id as string, versionId: versionId as string, call, post, read, resultOf };
}

test('webhook calls during twenty publications of a draft are all accepted, and each run has one version', async () => {
  const flow = await activeHook();
  const numberOf = new Map([[flow.versionId, 0]]);
  const started: string[] = [];
  let published = 0;
  let isOver = false;

  async function publishAll(): Promise<void> {
    try {
      for (let number = 1; number <= PUBLICATIONS; number += 1) {
        const versionId = [...numberOf.keys()].at(-1);
        const { draft } = await flow.call('PUT /draft', { versionId, steps: buildSteps(number) });
        const { workflow } = await flow.call('POST /draft/publish', { versionId: draft.versionId });
        numberOf.set(workflow.versionId, number);
        published = number;
      }
    } finally {
      isOver = true;
    }
  }
  async function callAll(): Promise<void> {
    while (!isOver) {
      const publishedBefore = published;
      const runId = await flow.post();
      started.push(runId);
      const number = numberOf.get((await flow.read(runId)).workflowVersionId);
      // A publication before the call counts for it; a concurrent one may count already.
      if (number !== undefined) expect(number).toBeGreaterThanOrEqual(publishedBefore);
    }
  }
  await Promise.all([publishAll(), ...Array.from({ length: CALLERS }, callAll)]);

  expect(started.length).toBeGreaterThan(PUBLICATIONS);
  expect(new Set(started).size).toBe(started.length);
  const every = Math.ceil(started.length / MOST_READ);
  for (const runId of started.filter((_, at) => at % every === 0)) {
    const number = numberOf.get((await flow.read(runId)).workflowVersionId);
    expect(number).toBeDefined();
    expect(await flow.resultOf(runId)).toEqual([number, number]);
  }
  expect(await flow.resultOf(await flow.post())).toEqual([PUBLICATIONS, PUBLICATIONS]);
});

test('a publisher that dies right after its statement has published the new version: calls are accepted and soon run it', async () => {
  const flow = await activeHook();
  await flow.post();
  const { draft } = await flow.call('PUT /draft', { versionId: flow.versionId, steps: buildSteps(1) });
  const versionId = crypto.randomUUID();
  const isPublished = await writePublication(database(), flow.person.row.id, flow.id, {
    expected: { draftVersionId: draft.versionId, publishedVersionId: flow.versionId },
    versionId,
    triggerType: 'Webhook',
    dashboardId: null,
    label: null,
    note: null,
    publishedByUserId: flow.person.row.id,
    at: new Date(),
  });
  expect(isPublished).toBe(true);
  // Nobody was notified, but isolates' cached triggers expire.
  await expect.poll(async () => (await flow.read(await flow.post())).workflowVersionId, { interval: 500 }).toBe(versionId);
  expect(await flow.resultOf(await flow.post())).toEqual([1, 1]);
});
