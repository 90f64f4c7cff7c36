import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { activeWebhook, listSteps, postWebhook, readStep, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { launchBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

interface Example {
  name: string;
  examples: Record<string, unknown>[];
}

/** Real payloads, as GitHub sent them. */
function pickPayload(event: string, isWanted: (payload: Record<string, unknown>) => boolean): Record<string, unknown> {
  const payload = (examples as unknown as Example[]).find((one) => one.name === event)?.examples.find(isWanted);
  if (!payload) throw new Error(`There is no such ${event} example`);
  return payload;
}

const push = pickPayload('push', (payload) => Array.isArray(payload.commits) && payload.commits.length > 0);
const opened = pickPayload('issues', (payload) => payload.action === 'opened');

function githubHeaders(event: string, delivery: string): Record<string, string> {
  return { 'x-github-event': event, 'x-github-delivery': delivery, 'user-agent': 'GitHub-Hookshot/044aadd' };
}

function githubSteps(outsideUrl: string) {
  return [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'what' },
    {
      stepId: 'what',
      type: 'Branch',
      nextStepId: 'keep',
      conditionGroups: [
        {
          name: 'Issue opened',
          nextStepId: 'title',
          conditions: [{ leftExpression: '$Steps["start"].Payload.action', operator: 'Equals', rightExpression: 'opened' }],
        },
        {
          name: 'Commits',
          nextStepId: 'commits',
          conditions: [{ leftExpression: '$Steps["start"].Payload.commits', operator: 'NotEmpty' }],
        },
        { name: 'Else', conditions: [], nextStepId: null },
      ],
    },
    { stepId: 'title', type: 'CustomScript', script: 'return Steps["start"].Payload.issue.title.toUpperCase()' },
    { stepId: 'commits', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload.commits', loopFirstStepId: 'subject' },
    {
      stepId: 'subject',
      type: 'CustomScript',
      script:
        'const { id, message, author } = Steps["commits"].CurrentItem;\nreturn { id, by: author.name, subject: message.split("\\n")[0] };',
      nextStepId: 'tell',
    },
    {
      stepId: 'tell',
      type: 'HttpRequest',
      httpMethod: 'post',
      url: `${outsideUrl}/commits`,
      headers: { 'content-type': 'application/json' },
      body: '{"commit": ${Steps["subject"].Response}, "repository": "${Steps["start"].Payload.repository.full_name}"}',
    },
    {
      stepId: 'keep',
      type: 'DataStorage',
      dataStorageOperation: 'Create',
      scope: 'Workflow',
      expirationInHours: 1,
      keyValues: [{ key: 'lastEvent', valueExpression: '$Steps["start"].Headers["x-github-event"]' }],
      nextStepId: 'wait',
    },
    { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Seconds', nextStepId: 'end' },
    { stepId: 'end', type: 'EndStep', endStepScope: 'Workflow' },
  ];
}

describe('GitHub webhooks', () => {
  const baseUrl = sharedBaseUrl();
  let outside: CountingServer;
  beforeAll(async () => {
    outside = await startCountingServer();
  });
  afterAll(() => outside.close());

  test('a push runs through branch, loop, script, HTTP call, data and delay, and can be followed in the browser', async () => {
    const person = await signUp(baseUrl);
    const { api } = person;
    const { workflowId, webhookUrl } = await activeWebhook(api, 'GitHub', githubSteps(outside.url));
    const runId = await postWebhook(webhookUrl, push, githubHeaders('push', crypto.randomUUID()));

    expect(await waitForRun(api, runId)).toMatchObject({ status: 'Succeeded' });
    const commits = push.commits as { id: string; message: string; author: { name: string } }[];
    expect(outside.calls.map((call) => JSON.parse(call.body))).toEqual(
      commits.map(({ id, message, author }) => ({
        commit: { id, by: author.name, subject: message.split('\n')[0] },
        repository: (push.repository as { full_name: string }).full_name,
      })),
    );
    const { contextData } = await api('GET /api/workflows/{id}/workflow-context-data', { params: { id: workflowId } });
    expect(contextData).toMatchObject([{ key: 'lastEvent', value: 'push' }]);

    const { page, close } = await launchBrowser(baseUrl);
    try {
      await signInAs(page, person);
      await page.goto(`${baseUrl}/run-history/${runId}/view`);
      const steps = page.getByRole('list', { name: 'Steps of the run' });
      await steps.getByRole('button', { name: /tell/ }).click();
      await page.getByText(`${outside.url}/commits`).first().waitFor();
      await page.getByText('Succeeded').first().waitFor();
      const ran = await listSteps(api, runId);
      const inLoops = ran.filter(({ path }) => path.includes(']/')).length;
      await page.getByText(`Steps (${ran.length - inLoops}, and ${inLoops} in loops)`).waitFor();
    } finally {
      await close();
    }
  });

  test('an opened issue takes the other branch', async () => {
    const { api } = await signUp(baseUrl);
    const { webhookUrl } = await activeWebhook(api, 'GitHub', githubSteps(outside.url));
    const runId = await postWebhook(webhookUrl, opened, githubHeaders('issues', crypto.randomUUID()));
    await waitForRun(api, runId);
    expect((await readStep(api, runId, 'title')).stepData?.response?.body).toBe((opened.issue as { title: string }).title.toUpperCase());
    expect((await listSteps(api, runId)).map((step) => step.name)).not.toContain('commits');
  });

  test('HOSTILE 5: a delivery that GitHub sends twice is one run', async () => {
    const { api } = await signUp(baseUrl);
    const { webhookUrl, workflowId } = await activeWebhook(api, 'GitHub', githubSteps(outside.url));
    const headers = githubHeaders('issues', crypto.randomUUID());
    const ids = await Promise.all([1, 2, 3].map(() => postWebhook(webhookUrl, opened, headers)));
    expect(new Set(ids).size).toBe(1);
    await waitForRun(api, ids[0] ?? '');
    // The run reaches the list a moment later.
    await expect.poll(async () => (await api('GET /api/workflows/find-instances', { query: { workflowId } })).totalCount).toBe(1);
  });

  test('every kind of event in GitHub’s documentation starts a run', async () => {
    const { api } = await signUp(baseUrl);
    const { webhookUrl } = await activeWebhook(api, 'GitHub', [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook' }]);
    const all = (examples as unknown as Example[]).map(({ name, examples: [first] }) => ({ name, payload: first }));
    for (const { name, payload } of all) await postWebhook(webhookUrl, payload, githubHeaders(name, crypto.randomUUID()));
    expect(all.length).toBeGreaterThan(50);
  });
});
