/** One kind of workflow of the series, with the calls each of its runs makes, in order. */
export interface CrashWorkflow {
  name: string;
  steps: unknown[];
  /** Labels of the calls to the counting server. */
  calls: readonly string[];
}

const LOOP_ITEMS = 6;

/** Chains, loops, delays, branches with stored data, retries: what kill -9 must not hurt. */
export function mixedWorkflows(serverUrl: string): CrashWorkflow[] {
  const call = (stepId: string, nextStepId: string | null, { label = stepId, answerMs = 40, more = {} } = {}) => ({
    stepId,
    type: 'HttpRequest',
    httpMethod: 'POST',
    url: `${serverUrl}/call?run=\${Steps["start"].Payload.id}&step=${label}&ms=${answerMs}`,
    headers: { 'content-type': 'application/json' },
    body: '{"id": "${Steps["start"].Payload.id}"}',
    nextStepId,
    ...more,
  });
  const script = (stepId: string, source: string, nextStepId: string | null) => ({
    stepId,
    type: 'CustomScript',
    script: source,
    nextStepId,
  });
  const start = (nextStepId: string) => ({ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId });
  const pure = 'let sum = 0; for (let at = 0; at < 500; at += 1) sum += at; return sum';

  return [
    {
      name: 'chain',
      steps: [
        start('a'),
        call('a', 'think'),
        script('think', pure, 'b'),
        call('b', 'more'),
        script('more', 'return Steps["think"].Response + 1', 'c'),
        call('c', 'd'),
        call('d', null),
      ],
      calls: ['a', 'b', 'c', 'd'],
    },
    {
      name: 'loop',
      steps: [
        start('list'),
        script('list', `return Array.from({ length: ${LOOP_ITEMS} }, (_, at) => ({ at }))`, 'each'),
        {
          stepId: 'each',
          type: 'Loop',
          listContextDataEntityName: '$Steps["list"].Response',
          loopFirstStepId: 'think',
          nextStepId: 'done',
        },
        script('think', pure, 'item'),
        call('item', null, { label: 'item${Steps["each"].CurrentIndex}', answerMs: 25 }),
        call('done', null),
      ],
      calls: [...Array.from({ length: LOOP_ITEMS }, (_, at) => `item${at}`), 'done'],
    },
    {
      name: 'delay',
      steps: [
        start('before'),
        call('before', 'wait'),
        { stepId: 'wait', type: 'DelayStep', delayValue: 2, delayType: 'Seconds', nextStepId: 'after' },
        call('after', null),
      ],
      calls: ['before', 'after'],
    },
    {
      name: 'branch',
      steps: [
        start('keep'),
        {
          stepId: 'keep',
          type: 'DataStorage',
          dataStorageOperation: 'Create',
          scope: 'Workflow',
          expirationInHours: 24,
          keyValues: [{ key: 'last', valueExpression: '$Steps["start"].Payload.id' }],
          nextStepId: 'note',
        },
        {
          stepId: 'note',
          type: 'DataStorage',
          dataStorageOperation: 'Create',
          scope: 'CurrentRun',
          keyValues: [{ key: 'mine', valueExpression: '$Steps["start"].Payload.id' }],
          nextStepId: 'route',
        },
        {
          stepId: 'route',
          type: 'Branch',
          nextStepId: 'end',
          conditionGroups: [
            {
              name: 'Yes',
              logicalOperator: 'And',
              nextStepId: 'told',
              conditions: [{ leftExpression: '$Data.mine', operator: 'Equals', rightExpression: '$Steps["start"].Payload.id' }],
            },
            { name: 'No', conditions: [], nextStepId: null },
          ],
        },
        call('told', 'slow'),
        call('slow', null, { answerMs: 400 }),
        call('end', null),
      ],
      calls: ['told', 'slow', 'end'],
    },
    {
      name: 'retry',
      steps: [start('flaky'), call('flaky', 'after', { more: { useRetry: true } }), call('after', null)],
      calls: ['flaky', 'after'],
    },
  ];
}
