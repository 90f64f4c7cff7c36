import { LISTED_ITEMS } from './connected-system.ts';

/** One kind of workflow in the series, with the calls that each run makes, in order. */
export interface CrashWorkflow {
  name: string;
  steps: unknown[];
  /** Labels of the calls to the counting server. */
  calls: readonly string[];
  /** Its runs fail, and each starts the workflow of `failureWorkflow`. */
  fails?: true;
  /** It calls one other workflow, whose run ends this way; `Cancelled`: because this run is cancelled. */
  callsFor?: 'Succeeded' | 'Cancelled';
  /** It waits for a person's decision. */
  asks?: true;
}

const LOOP_ITEMS = 6;
/** More than one batch writes. */
const COUNTED_ITEMS = 700;

const start = (nextStepId: string) => ({ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId });

/**
 * Through a connector: a list with several pages that is read all at once, one that a loop reads page by page, an
 * operation for each item (each must have the same key again), and an HTTP call with the connector's credential.
 */
export function connectorWorkflows(serverUrl: string, connectorId: string): CrashWorkflow[] {
  const list = (nextStepId: string) => ({
    stepId: 'list',
    type: 'ConnectorOperation',
    connectorId,
    operationId: 'GET /list',
    useAutoPaging: true,
    pagedItemsLimit: 100,
    requestParameterMappings: [],
    nextStepId,
  });
  const operation = (stepId: string, label: string, nextStepId: string | null) => ({
    stepId,
    type: 'ConnectorOperation',
    connectorId,
    operationId: 'POST /call',
    requestParameterMappings: [
      { toParameterPath: 'query.run', fromParameterExpression: '$Steps["start"].Payload.id' },
      { toParameterPath: 'query.step', fromParameterExpression: label },
      { toParameterPath: 'query.ms', fromParameterExpression: '25' },
      { toParameterPath: 'body.id', fromParameterExpression: '$Steps["start"].Payload.id' },
    ],
    nextStepId,
  });
  const http = (stepId: string, nextStepId: string | null) => ({
    stepId,
    type: 'HttpRequest',
    httpMethod: 'POST',
    connectorId,
    url: `${serverUrl}/call?run=\${Steps["start"].Payload.id}&step=${stepId}&ms=40`,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    nextStepId,
  });
  const labels = Array.from({ length: LISTED_ITEMS }, (_, at) => `item${at}`);
  const each = (more: object) => ({
    stepId: 'each',
    type: 'Loop',
    listContextDataEntityName: '$Steps["list"].Response',
    loopFirstStepId: 'item',
    nextStepId: 'done',
    ...more,
  });
  const item = operation('item', 'item${Steps["each"].CurrentItem.at}', null);
  return [
    {
      name: 'operations',
      steps: [start('list'), list('first'), http('first', 'each'), each({}), item, operation('done', 'done', null)],
      calls: ['first', ...labels, 'done'],
    },
    {
      name: 'pages',
      steps: [start('list'), list('each'), each({ pagedItemsLimit: 100 }), item, http('done', 'last'), operation('last', 'last', null)],
      calls: [...labels, 'done', 'last'],
    },
  ];
}

/** Starts with an event and makes one call with the event's own id. */
export function eventWorkflow(serverUrl: string, connector: { connectorId: string; connectorTypeId: string }, eventId: string) {
  return {
    eventId,
    steps: [
      {
        stepId: 'start',
        type: 'Trigger',
        triggerType: 'ConnectorEvent',
        ...connector,
        eventId,
        requestParameterMappings: [],
        nextStepId: 'told',
      },
      {
        stepId: 'told',
        type: 'HttpRequest',
        httpMethod: 'POST',
        url: `${serverUrl}/call?run=\${Steps["start"].Payload.id}&step=told&ms=40`,
        headers: {},
        body: '',
        nextStepId: null,
      },
    ],
  };
}

/** The `run` label of the call that a failure's workflow makes. */
export function failureLabel(id: string): string {
  return `failure-${id}`;
}

/** The workflow that a failure starts: one call with its own label. */
export function failureWorkflow(serverUrl: string) {
  return {
    steps: [
      start('handled'),
      {
        stepId: 'handled',
        type: 'HttpRequest',
        httpMethod: 'POST',
        url: `${serverUrl}/call?run=${failureLabel('${Steps["start"].Payload.payload.id}')}&step=handled&ms=40`,
        headers: {},
        body: '',
        nextStepId: null,
      },
    ],
    calls: ['handled'],
  };
}

/** Chains, nested loops, long pure loops, delays, branches with stored data, retries: what kill -9 must not harm. */
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
      // A loop of only pure steps: each adds one to the run's data, so an item lost or done twice shows in the sum.
      name: 'count',
      steps: [
        start('list'),
        script('list', `return Array.from({ length: ${COUNTED_ITEMS} }, (_, at) => at)`, 'each'),
        { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["list"].Response', loopFirstStepId: 'add', nextStepId: 'total' },
        script('add', 'return ($Data.sum ?? 0) + 1 + Steps["each"].CurrentItem * 1000', 'store'),
        {
          stepId: 'store',
          type: 'DataStorage',
          dataStorageOperation: 'Create',
          scope: 'CurrentRun',
          keyValues: [{ key: 'sum', valueExpression: '$Steps["add"].Response' }],
          nextStepId: null,
        },
        call('total', null, { label: 'total${$Data.sum}' }),
      ],
      calls: [`total${COUNTED_ITEMS + (COUNTED_ITEMS * (COUNTED_ITEMS - 1) * 1000) / 2}`],
    },
    {
      // Nested loops, a tolerated failure at each item, with a delay and a branch inside.
      name: 'nested',
      steps: [
        start('lists'),
        script('lists', 'return [["a", "b"], [], ["c"]]', 'rows'),
        {
          stepId: 'rows',
          type: 'Loop',
          listContextDataEntityName: '$Steps["lists"].Response',
          loopFirstStepId: 'cells',
          nextStepId: 'end',
        },
        {
          stepId: 'cells',
          type: 'Loop',
          listContextDataEntityName: '$Steps["rows"].CurrentItem',
          loopFirstStepId: 'refused',
          nextStepId: 'rest',
        },
        call('refused', 'route', {
          label: 'refused${Steps["rows"].CurrentIndex}${Steps["cells"].CurrentItem}',
          answerMs: 15,
          more: { continueOnFailure: true },
        }),
        {
          stepId: 'route',
          type: 'Branch',
          nextStepId: null,
          conditionGroups: [
            {
              name: 'Refused',
              nextStepId: 'cell',
              conditions: [{ leftExpression: '$Steps["refused"].ResponseHttpStatusCode', operator: 'Equals', rightExpression: '404' }],
            },
          ],
        },
        call('cell', null, { label: 'cell${Steps["rows"].CurrentIndex}${Steps["cells"].CurrentItem}', answerMs: 15 }),
        { stepId: 'rest', type: 'DelayStep', delayValue: 1, delayType: 'Seconds', nextStepId: null },
        call('end', null),
      ],
      calls: ['refused0a', 'cell0a', 'refused0b', 'cell0b', 'refused2c', 'cell2c', 'end'],
    },
    {
      name: 'retry',
      steps: [start('flaky'), call('flaky', 'after', { more: { useRetry: true } }), call('after', null)],
      calls: ['flaky', 'after'],
    },
    {
      // The step fails, its error path is taken once, and the run continues after it.
      name: 'error path',
      steps: [
        start('refused'),
        call('refused', 'after', { more: { useErrorPath: true, errorFirstStepId: 'told' } }),
        call('told', 'noted'),
        call('noted', null),
        call('after', null),
      ],
      calls: ['refused', 'told', 'noted', 'after'],
    },
    {
      name: 'failing',
      steps: [start('tried'), call('tried', 'break'), script('break', 'throw new Error("No stock")', null)],
      calls: ['tried'],
      fails: true,
    },
  ];
}
