import type { CrashWorkflow } from './mixed-workflows.ts';

/** The `run` label of a called run's calls. */
export function calledLabel(id: string): string {
  return `called-${id}`;
}

const start = (nextStepId: string) => ({ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId });

const call = (serverUrl: string, run: string, stepId: string, nextStepId: string | null, label = stepId) => ({
  stepId,
  type: 'HttpRequest',
  httpMethod: 'POST',
  url: `${serverUrl}/call?run=${run}&step=${label}&ms=40`,
  headers: {},
  body: '',
  nextStepId,
});

/** Workflows for the ones below to call: one that returns a result, and one that only a cancel ends. */
export function calledWorkflows(serverUrl: string) {
  const label = calledLabel('${Steps["start"].Payload.id}');
  return {
    answering: {
      steps: [
        start('first'),
        call(serverUrl, label, 'first', 'wait'),
        { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Seconds', nextStepId: 'last' },
        call(serverUrl, label, 'last', 'end'),
        { stepId: 'end', type: 'EndStep', endStepScope: 'Workflow', response: { status: '200', body: '{"n": 7}' } },
      ],
      calls: ['first', 'last'],
    },
    endless: {
      steps: [start('wait'), { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Days', nextStepId: null }],
      calls: [],
    },
  };
}

/** A run that continues with a called run's result, one that is cancelled while it waits, one that waits for a person. */
export function callingWorkflows(serverUrl: string, called: { answering: string; endless: string }): CrashWorkflow[] {
  const own = (stepId: string, nextStepId: string | null, label = stepId) =>
    call(serverUrl, '${Steps["start"].Payload.id}', stepId, nextStepId, label);
  const sub = (workflowId: string) => ({
    stepId: 'sub',
    type: 'CallWorkflow',
    workflowId,
    inputFields: [{ name: 'id', valueExpression: '$Steps["start"].Payload.id' }],
    nextStepId: 'after',
  });
  return [
    {
      name: 'calling',
      steps: [start('before'), own('before', 'sub'), sub(called.answering), own('after', null, 'after${Steps["sub"].Response.n}')],
      calls: ['before', 'after7'],
      callsFor: 'Succeeded',
    },
    {
      name: 'cancelled while it waits',
      steps: [start('before'), own('before', 'sub'), sub(called.endless), own('after', null)],
      calls: ['before'],
      callsFor: 'Cancelled',
    },
    {
      name: 'asking',
      steps: [
        start('before'),
        own('before', 'ask'),
        { stepId: 'ask', type: 'WaitForApproval', subject: 'Go on with ${Steps["start"].Payload.id}?', nextStepId: 'after' },
        own('after', null),
      ],
      calls: ['before', 'after'],
      asks: true,
    },
  ];
}
