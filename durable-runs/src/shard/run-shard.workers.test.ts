import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, it } from 'vitest';
import { allSteps, callsTo, randomText, start, testEnv, until } from '../../test/harness.ts';

/** The workflow of DESIGN section 8, as it stands there, with a server that exists. */
function designWorkflow(url: string): WorkflowStep[] {
  return [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'each' },
    {
      stepId: 'each',
      type: 'Loop',
      listContextDataEntityName: '$Steps["start"].Payload.lines',
      loopFirstStepId: 'price',
      nextStepId: 'route',
    },
    { stepId: 'price', type: 'CustomScript', script: 'return Steps["each"].CurrentItem.quantity * 2' },
    {
      stepId: 'route',
      type: 'Branch',
      nextStepId: 'wait',
      conditionGroups: [
        {
          name: 'Yes',
          logicalOperator: 'And',
          nextStepId: 'tell',
          conditions: [{ leftExpression: '$Steps["start"].Payload.total', operator: 'GreaterThan', rightExpression: '100' }],
        },
        { name: 'No', conditions: [], nextStepId: null },
      ],
    },
    {
      stepId: 'tell',
      type: 'HttpRequest',
      httpMethod: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: '{"id": "${Steps["start"].Payload.id}", "at": "${utcNow()}"}',
      useRetry: true,
    },
    { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Seconds', nextStepId: 'keep' },
    {
      stepId: 'keep',
      type: 'DataStorage',
      dataStorageOperation: 'Create',
      scope: 'Workflow',
      expirationInHours: 24,
      keyValues: [{ key: 'lastOrder', valueExpression: '$Steps["start"].Payload.id' }],
      nextStepId: 'end',
    },
    { stepId: 'end', type: 'EndStep', endStepScope: 'Workflow' },
  ];
}

describe('a run', () => {
  it('goes through the workflow of the design, step by step', async () => {
    const path = `/echo/${randomText()}`;
    const order = { id: 'A-"17"', total: 250, lines: [{ quantity: 3 }, { quantity: 4 }] };
    const { runId, shard } = await start(designWorkflow(testEnv.TARGET + path), order);
    await until(runId, ['Delayed']);
    expect((await shard.getRun(runId))?.continueAt).not.toBeNull();
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Succeeded', errorMessage: null, stepCount: 9, continueAt: null, name: 'Orders' });

    const steps = await allSteps(runId);
    expect(steps.map(({ path, status }) => `${path} ${status}`)).toEqual([
      'start Succeeded',
      'each Succeeded',
      'each[0]/price Succeeded',
      'each[1]/price Succeeded',
      'route Succeeded',
      'route.Yes/tell Succeeded',
      'wait Succeeded',
      'keep Succeeded',
      'end Succeeded',
    ]);
    const calls = await callsTo(path);
    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ id: 'A-"17"', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    expect(calls[0]?.headers['idempotency-key']).toBe(`${runId}/route.Yes/tell`);
  });
});
