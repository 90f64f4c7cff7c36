// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import { describe, expect, test } from 'vitest';
import { workflowStepsSchema } from '../step-types/workflow-step.ts';
import example from '../testing/design-example.json' with { type: 'json' };
import { validateWorkflow } from './validate-workflow.ts';

const start = { stepId: 'start', type: 'Trigger', triggerType: 'Manual' };

function collectProblems(steps: object[]) {
  return validateWorkflow(workflowStepsSchema.parse(steps));
}

/** Problems of one step after a manual trigger, except for a step type that isn't implemented. */
function problemsOfStep(step: object) {
  return collectProblems([
    { ...start, nextStepId: 'one' },
    { stepId: 'one', ...step },
  ])
    .filter(({ field }) => field !== 'type')
    .map(({ field, message }) => ({ field, message }));
}

describe('validateWorkflow', () => {
  test('accepts the workflow of docs/workflow-format.md', () => {
    expect(collectProblems(example.steps)).toEqual([]);
  });

  test.each([
    ['order-$Step["start"].Payload.id', 'There is no formula'],
    ['order-${Steps["start"].Payload.id', 'The ${ is not closed.'],
    ['$order', 'There is no formula'],
    ['order-$Steps["gone"].Payload.id', 'There is no step "gone"'],
  ])('marks a key of stored data that is not an expression: %s', (key) => {
    const keep = { type: 'DataStorage', dataStorageOperation: 'Update', keyValues: [{ key, valueExpression: '1' }] };
    expect(problemsOfStep(keep)).toMatchObject([{ field: 'keyValues[0].key' }]);
  });

  test('accepts expressions and plain dollars in the key of stored data', () => {
    for (const key of ['order-$Steps["start"].Payload.id', '${Steps["start"].Payload.id}', 'price in $', '$5', 'US$']) {
      expect(problemsOfStep({ type: 'DataStorage', dataStorageOperation: 'Update', keyValues: [{ key, valueExpression: '1' }] })).toEqual(
        [],
      );
    }
  });

  test.each([
    [{ type: 'Branch', conditionGroups: [{ name: '$Data.name' }, { name: 'No' }] }, 'conditionGroups[0].name'],
    [{ type: 'WaitForApproval', subject: 's', message: 'm', approveLabel: 'Pay ${Data.total}' }, 'approveLabel'],
  ])('marks an expression where only plain text is accepted: %j', (step, field) => {
    expect(problemsOfStep(step)).toContainEqual({
      field,
      message: 'This field does not accept expressions: they would be used as plain text',
    });
  });

  const http = { type: 'HttpRequest', url: 'https://a.example' };
  test.each([
    ['inputFields[0].name', (name: string) => ({ type: 'CallWorkflow', workflowId: 'w', inputFields: [{ name, valueExpression: '1' }] })],
    ['response.headers[0].name', (name: string) => ({ type: 'EndStep', response: { headers: [{ name, valueExpression: '1' }] } })],
    ['queryParameters[0].name', (name: string) => ({ ...http, queryParameters: [{ name, valueExpression: '1' }] })],
    ['headers', (name: string) => ({ ...http, headers: { [name]: '1' } })],
  ])('accepts expressions in the name %s, and reports a dollar sign that starts none', (field, withName) => {
    for (const name of ['x-order', 'x-$Data.name', '${trim($Data.name)}']) expect(problemsOfStep(withName(name))).toEqual([]);
    expect(problemsOfStep(withName('x-$order'))).toEqual([
      { field, message: 'Unknown name "order". To send "$order" as text, write ${"$"}order.' },
    ]);
  });

  test('requires an End step that responds if the caller of a webhook waits for the response', () => {
    const webhook = { ...start, triggerType: 'Webhook', webhookAnswer: 'WhenRunEnds', nextStepId: 'each' };
    const each = { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload', loopFirstStepId: 'end' };
    const end = { stepId: 'end', type: 'EndStep' };
    const unmet = [{ stepId: 'start', field: 'webhookAnswer', message: expect.stringContaining('no End step gives one') }];
    const responding = { ...end, response: {} };
    expect(collectProblems([webhook, each, end])).toEqual(unmet);
    expect(collectProblems([webhook, each, responding])).toEqual([]);
    expect(collectProblems([webhook, each, { ...responding, isSwitchedOff: true }])).toEqual(unmet);
    expect(collectProblems([webhook, { ...each, isSwitchedOff: true }, responding])).toEqual(unmet);
    expect(collectProblems([webhook, { ...each, loopFirstStepId: null }, responding])).toEqual(unmet);
    expect(collectProblems([{ ...webhook, webhookAnswer: 'AtOnce' }, each, end])).toEqual([]);
  });

  test('requires exactly one trigger', () => {
    expect(collectProblems([])).toEqual([{ stepId: null, message: 'The workflow has no trigger' }]);
    expect(collectProblems([start, { ...start, stepId: 'again' }])).toEqual([
      { stepId: 'again', field: 'type', message: 'The workflow already has a trigger: "start"' },
    ]);
  });

  test('requires unique names', () => {
    expect(collectProblems([start, { stepId: 'a', type: 'EndStep' }, { stepId: 'a', type: 'EndStep' }])).toEqual([
      { stepId: 'a', field: 'stepId', message: 'This step name is already in use' },
    ]);
    expect(collectProblems([start, { stepId: ' ', type: 'EndStep' }])).toMatchObject([{ field: 'stepId', message: 'Please input Name' }]);
  });

  test('finds pointers that lead nowhere, from chains, loops and groups', () => {
    const problems = collectProblems([
      { ...start, nextStepId: 'loop' },
      { stepId: 'loop', type: 'Loop', listContextDataEntityName: '$Data.list', loopFirstStepId: 'gone1', nextStepId: 'branch' },
      { stepId: 'branch', type: 'Branch', conditionGroups: [{ name: 'Yes', nextStepId: 'gone2' }], nextStepId: 'gone3' },
    ]);
    expect(problems.map(({ stepId, field, message }) => `${stepId} ${field}: ${message}`)).toEqual([
      'loop loopFirstStepId: There is no step "gone1"',
      'branch conditionGroups[0].nextStepId: There is no step "gone2"',
      'branch nextStepId: There is no step "gone3"',
    ]);
  });

  test('finds cycles: a step with itself, a chain, through a loop body, back to the trigger, away from the trigger', () => {
    const circle = (steps: object[]) => collectProblems(steps).map(({ stepId, message }) => `${stepId}: ${message}`);
    const end = (stepId: string, nextStepId: string) => ({ stepId, type: 'DelayStep', delayValue: 1, nextStepId });
    expect(circle([{ ...start, nextStepId: 'a' }, end('a', 'a')])).toEqual(['a: Continuing with "a" would run in a loop']);
    expect(circle([{ ...start, nextStepId: 'a' }, end('a', 'b'), end('b', 'a')])).toEqual(['b: Continuing with "a" would run in a loop']);
    expect(
      circle([
        { ...start, nextStepId: 'l' },
        { stepId: 'l', type: 'Loop', listContextDataEntityName: '$Data.x', loopFirstStepId: 'a' },
        end('a', 'l'),
      ]),
    ).toEqual(['a: Continuing with "l" would run in a loop']);
    expect(circle([{ ...start, nextStepId: 'a' }, end('a', 'start')])).toEqual(['a: No step can lead to the trigger']);
    expect(circle([start, end('x', 'y'), end('y', 'x')])).toEqual(['y: Continuing with "x" would run in a loop']);
  });

  test('finds a step that two steps lead to', () => {
    const problems = collectProblems([
      { ...start, nextStepId: 'branch' },
      { stepId: 'branch', type: 'Branch', conditionGroups: [{ name: 'Yes', nextStepId: 'tell' }, { name: 'No' }], nextStepId: 'end' },
      { stepId: 'tell', type: 'DelayStep', delayValue: 1, nextStepId: 'end' },
      { stepId: 'end', type: 'EndStep' },
    ]);
    expect(problems).toEqual([{ stepId: 'tell', field: 'nextStepId', message: 'Step "branch" already leads to "end"' }]);
  });

  test('handles a chain of 2,000 steps and loops nested 100 deep', () => {
    const chain = Array.from({ length: 1_999 }, (_, at) => ({
      stepId: `s${at}`,
      type: 'DelayStep',
      delayValue: 1,
      nextStepId: at === 1_998 ? null : `s${at + 1}`,
    }));
    expect(collectProblems([{ ...start, nextStepId: 's0' }, ...chain])).toEqual([]);
    const nest = Array.from({ length: 100 }, (_, at) => ({
      stepId: `l${at}`,
      type: 'Loop',
      listContextDataEntityName: '$Data.list',
      loopFirstStepId: at === 99 ? null : `l${at + 1}`,
    }));
    expect(collectProblems([{ ...start, nextStepId: 'l0' }, ...nest])).toEqual([]);
  });

  test('requires an end of a loop to be in a loop, also inside a branch there', () => {
    expect(problemsOfStep({ type: 'EndStep', endStepScope: 'Loop' })).toEqual([
      { field: 'endStepScope', message: 'This step ends a loop but isn’t inside one' },
    ]);
    const inLoop = [
      { ...start, nextStepId: 'loop' },
      { stepId: 'loop', type: 'Loop', listContextDataEntityName: '$Data.list', loopFirstStepId: 'branch' },
      { stepId: 'branch', type: 'Branch', conditionGroups: [{ name: 'Yes', nextStepId: 'end' }] },
      { stepId: 'end', type: 'EndStep', endStepScope: 'LoopIteration' },
    ];
    expect(collectProblems(inLoop)).toEqual([]);
  });

  test.each<[string, object, string, string]>([
    ['script', { type: 'CustomScript', script: ' ' }, 'script', 'Please input Script'],
    ['loop', { type: 'Loop' }, 'listContextDataEntityName', 'Please input Collection to iterate'],
    ['group name', { type: 'Branch', conditionGroups: [{ name: '' }] }, 'conditionGroups[0].name', 'Please input Name'],
    [
      'limit of items',
      { type: 'Loop', listContextDataEntityName: '$Data.list', pagedItemsLimit: 0 },
      'pagedItemsLimit',
      'Max Items to Return must be a whole number of at least 1',
    ],
    [
      'group script',
      { type: 'Branch', conditionGroups: [{ name: 'Yes', useScript: true }] },
      'conditionGroups[0].script',
      'Please input Script',
    ],
    [
      'condition',
      { type: 'Branch', conditionGroups: [{ name: 'Yes', conditions: [{ leftExpression: '', operator: 'Empty' }] }] },
      'conditionGroups[0].conditions[0].leftExpression',
      'Please input Value',
    ],
    [
      'response sample',
      { type: 'HttpRequest', url: 'https://example.com', responseSampleJson: '{"a":' },
      'responseSampleJson',
      'Response Sample JSON is not valid JSON',
    ],
    ['URL', { type: 'HttpRequest', url: '' }, 'url', 'Please input URL'],
    ['URL scheme', { type: 'HttpRequest', url: 'file:///etc/passwd' }, 'url', 'The URL must start with http:// or https://'],
    [
      'query parameter without a name',
      { type: 'HttpRequest', url: 'https://example.com', queryParameters: [{ name: 'q', valueExpression: '1' }, { name: ' ' }] },
      'queryParameters[1].name',
      'Please input Name',
    ],
    [
      'query parameter',
      { type: 'HttpRequest', url: 'https://example.com', queryParameters: [{ name: 'q', valueExpression: '$Steps["gone"].Payload' }] },
      'queryParameters[0].valueExpression',
      'There is no step "gone"',
    ],
    ['header name', { type: 'HttpRequest', url: '$Data.url', headers: { 'a b': 'x' } }, 'headers', '"a b" cannot be the name of a header'],
    [
      'header line break',
      { type: 'HttpRequest', url: '$Data.url', headers: { a: 'x\r\ny: z' } },
      'headers.a',
      'The header a must not contain line breaks',
    ],
    [
      'header set twice',
      { type: 'HttpRequest', url: '$Data.url', headers: { Cookie: '$Data.a', cookie: '$Data.b' } },
      'headers',
      'The header cookie is set twice: remove one of them',
    ],
    ['no rows', { type: 'DataStorage', dataStorageOperation: 'Create', keyValues: [] }, 'keyValues', 'Please add an item'],
    [
      'key',
      { type: 'DataStorage', dataStorageOperation: 'Create', keyValues: [{ key: '', valueExpression: '1' }] },
      'keyValues[0].key',
      'Please input Key',
    ],
    [
      'hostile key',
      { type: 'DataStorage', dataStorageOperation: 'Create', keyValues: [{ key: '__proto__', valueExpression: '1' }] },
      'keyValues[0].key',
      '"__proto__" cannot be used as a key',
    ],
    ...['a\u0000b', 'half \ud800'].map((key): [string, Record<string, unknown>, string, string] => [
      `key ${JSON.stringify(key)}`,
      { type: 'DataStorage', dataStorageOperation: 'Create', keyValues: [{ key, valueExpression: '1' }] },
      'keyValues[0].key',
      'This key contains characters that cannot be stored',
    ]),
    [
      'value',
      { type: 'DataStorage', dataStorageOperation: 'Update', keyValues: [{ key: 'a', valueExpression: '' }] },
      'keyValues[0].valueExpression',
      'Please set value',
    ],
    [
      'expiration below',
      { type: 'DataStorage', dataStorageOperation: 'Delete', keyValues: [{ key: 'a' }], expirationInHours: 0 },
      'expirationInHours',
      'Data expires in 1 to 720 hours',
    ],
    [
      'expiration above',
      { type: 'DataStorage', dataStorageOperation: 'Delete', keyValues: [{ key: 'a' }], expirationInHours: 721 },
      'expirationInHours',
      'Data expires in 1 to 720 hours',
    ],
    ['HOSTILE 7: no delay', { type: 'DelayStep', delayValue: 0 }, 'delayValue', 'The delay must be at least 1'],
    ['HOSTILE 7: negative delay', { type: 'DelayStep', delayValue: -5 }, 'delayValue', 'The delay must be at least 1'],
    ['HOSTILE 7: 366 days', { type: 'DelayStep', delayValue: 366, delayType: 'Days' }, 'delayValue', 'The delay must be at most 365 days'],
    ['operation', { type: 'ConnectorOperation', connectorId: 'c' }, 'operationId', 'Please input Operation'],
    ['dashboard', { type: 'DashboardStep', connectorId: 'c', connectorTypeId: 't' }, 'dashboardId', 'Please input Dashboard ID'],
    [
      'dashboard contact',
      { type: 'DashboardItemStep', dashboardId: 'd', itemType: 'Contact', externalId: '1', object: 'o', firstName: 'A' },
      'lastName',
      'Please input Last Name',
    ],
  ])('%s', (_name, step, field, message) => {
    expect(problemsOfStep(step)).toEqual([{ field, message }]);
  });

  test.each<[string, object, string[]]>([
    [
      'data storage',
      {
        type: 'DataStorage',
        dataStorageOperation: 'Create',
        scope: 'Workflow',
        expirationInHours: 721,
        keyValues: [{ key: '', valueExpression: '' }],
      },
      ['Data expires in 1 to 720 hours', 'Please input Key', 'Please set value'],
    ],
    ['a connector operation', { type: 'ConnectorOperation' }, ['Please input Connector', 'Please input Operation']],
    [
      'a condition by script',
      { type: 'Branch', conditionGroups: [{ name: '', useScript: true, script: '' }] },
      ['Please input Name', 'Please input Script'],
    ],
    ['getting data', { type: 'GetDataStep' }, ['Please input Connector Type', 'Please input Connector']],
    ['a dashboard', { type: 'DashboardStep' }, ['Please input Dashboard ID', 'Please input Connector Type', 'Please input Connector']],
    [
      'a registration on a dashboard',
      { type: 'DashboardItemStep', itemType: 'Registration' },
      ['Dashboard ID', 'External ID', 'Object', 'Salesforce ID', 'Event Name', 'Lead Name', 'Registered At'].map(
        (label) => `Please input ${label}`,
      ),
    ],
    ['an integration step', { type: 'IntegrationStep' }, ['Please input Implementation Type']],
  ])('%s asks for everything that it needs', (_name, step, messages) => {
    expect(problemsOfStep(step).map(({ message }) => message)).toEqual(messages);
  });

  test('a connector event asks for its connector and its event', () => {
    expect(collectProblems([{ ...start, triggerType: 'ConnectorEvent' }]).map(({ message }) => message)).toEqual([
      'Please input Connector',
      'Please input Event',
    ]);
  });

  const pairOfSync = { sourceConnectorTypeId: 's', sourceConnectorId: 'a', targetConnectorTypeId: 't', targetConnectorId: 'b' };
  const board = { dashboardId: 'd', getDataDataType: 'Orders', connectorTypeId: 't', connectorId: 'c' };
  test.each<[string, object, Record<string, string>]>([
    [
      'STEP-85: a sync needs the types and the connectors of source and target',
      { type: 'SyncStep', syncType: 'Inventory', ...pairOfSync },
      {
        sourceConnectorTypeId: 'Source Connector Type',
        sourceConnectorId: 'Source Connector',
        targetConnectorTypeId: 'Target Connector Type',
        targetConnectorId: 'Target Connector',
      },
    ],
    [
      'STEP-91, STEP-92: a dashboard step needs Dashboard ID, sync type, connector type and connector',
      { type: 'DashboardStep', ...board },
      {
        dashboardId: 'Dashboard ID',
        getDataDataType: 'Sync Type',
        connectorTypeId: 'Connector Type',
        connectorId: 'Connector',
      },
    ],
  ])('%s', (_title, step, labels) => {
    expect(problemsOfStep(step)).toEqual([]);
    for (const [field, label] of Object.entries(labels)) {
      expect(problemsOfStep({ ...step, [field]: ' ' })).toEqual([{ field, message: `Please input ${label}` }]);
    }
  });

  test('an HTTP request has a time limit within bounds; with a connector its URL may begin at the base address', () => {
    const call = { type: 'HttpRequest', url: 'https://example.com' };
    const limits = [{ field: 'timeoutSeconds', message: 'The time limit must be from 1 to 300 seconds' }];
    for (const timeoutSeconds of [0, -1, 301]) expect(problemsOfStep({ ...call, timeoutSeconds })).toEqual(limits);
    for (const timeoutSeconds of [1, 300]) expect(problemsOfStep({ ...call, timeoutSeconds })).toEqual([]);
    expect(problemsOfStep({ ...call, connectorId: 'c' })).toEqual([]);
    expect(problemsOfStep({ ...call, url: '/orders', connectorId: 'c' })).toEqual([]);
    expect(problemsOfStep({ ...call, url: '/orders' })).toEqual([{ field: 'url', message: 'The URL must start with http:// or https://' }]);
  });

  test('deleting data requires no value, and 365 days are accepted', () => {
    expect(problemsOfStep({ type: 'DataStorage', dataStorageOperation: 'Delete', keyValues: [{ key: 'a' }] })).toEqual([]);
    expect(problemsOfStep({ type: 'DelayStep', delayValue: 365, delayType: 'Days' })).toEqual([]);
  });

  test('headers must be an object, even if they bypass the schema', () => {
    const [trigger, call] = workflowStepsSchema.parse([
      { ...start, nextStepId: 'call' },
      { stepId: 'call', type: 'HttpRequest', url: 'https://example.com' },
    ]);
    if (!trigger || call?.type !== 'HttpRequest') throw new Error('unexpected steps');
    const broken = { ...call, headers: JSON.parse('["a"]') };
    expect(validateWorkflow([trigger, broken])).toEqual([{ stepId: 'call', field: 'headers', message: 'Headers must be a JSON object' }]);
  });

  test.each<[string, object, string[]]>([
    ['nothing', { period: 'Minute' }, []],
    ['frequency', { period: 'Day', frequency: 0 }, ['schedule.frequency']],
    ['half a frequency', { period: 'Day', frequency: 1.5 }, ['schedule.frequency']],
    ['frequency of a single time', { period: 'OneTime', frequency: 0 }, []],
    ['start', { period: 'Day', startAt: 'soon' }, ['schedule.startAt']],
    ['time zone', { period: 'Day', timeZone: 'Mars/Olympus' }, ['schedule.timeZone']],
    ['a good one', { period: 'Month', frequency: 2, startAt: '2026-01-31T09:00:00Z', timeZone: 'Australia/Lord_Howe' }, []],
  ])('a schedule: %s', (_name, schedule, fields) => {
    const problems = collectProblems([{ stepId: 'start', type: 'Trigger', triggerType: 'Scheduled', schedule }]);
    expect(problems.map(({ field }) => field)).toEqual(fields);
  });

  test('a webhook’s payload sample is JSON or empty; other triggers have none', () => {
    const fieldsOf = (triggerType: string, payloadSampleJson: string) =>
      collectProblems([{ stepId: 'start', type: 'Trigger', triggerType, payloadSampleJson }]).map(
        ({ field, message }) => `${field}: ${message}`,
      );
    expect(fieldsOf('Webhook', '{"a": 1')).toEqual(['payloadSampleJson: Payload Sample JSON is not valid JSON']);
    for (const sample of ['', ' ', '{"a": 1}', '[1]', 'null']) expect(fieldsOf('Webhook', sample)).toEqual([]);
    expect(fieldsOf('Manual', '{')).toEqual([]);
  });

  test('a scheduled trigger requires a schedule, an event trigger its connector and event', () => {
    const fieldsOf = (triggerType: string) =>
      collectProblems([{ stepId: 'start', type: 'Trigger', triggerType }]).map(({ field }) => field);
    expect(fieldsOf('Scheduled')).toEqual(['schedule.period']);
    expect(fieldsOf('ConnectorEvent')).toEqual(['connectorId', 'eventId']);
    expect(fieldsOf('Webhook')).toEqual([]);
  });

  test('parameters of an event trigger cannot read anything from a run', () => {
    const trigger = { stepId: 'start', type: 'Trigger', triggerType: 'ConnectorEvent', connectorId: 'c', eventId: 'e' };
    const withMapping = (fromParameterExpression: string) =>
      collectProblems([{ ...trigger, requestParameterMappings: [{ fromParameterExpression, toParameterPath: 'topic' }] }]);
    for (const text of ['orders', '', '$Consts.WorkflowId', '${utcToday()}']) expect(withMapping(text)).toEqual([]);
    for (const text of ['$Data.topic', '$Steps["start"].Payload.topic', '${toLowerCase(Data.topic)}']) {
      expect(withMapping(text)).toEqual([
        {
          stepId: 'start',
          field: 'requestParameterMappings[0].fromParameterExpression',
          message: 'A trigger starts before any step has run: use texts, formulas and $Consts',
        },
      ]);
    }
  });

  test('reports where an expression is wrong', () => {
    const problems = collectProblems([
      { ...start, nextStepId: 'call' },
      {
        stepId: 'call',
        type: 'HttpRequest',
        httpMethod: 'POST',
        url: 'https://example.com/${Data.id',
        headers: { a: '$Steps["gone"].Response' },
        body: '{"a": "$Steps["start"].Paylod.id", "b": $Consts.Workflow}',
      },
    ]);
    expect(problems).toEqual([
      { stepId: 'call', field: 'url', message: 'The ${ is not closed.', position: 20 },
      {
        stepId: 'call',
        field: 'body',
        message:
          'A step has no "Paylod": use Payload, Headers, Query, Method, RawBody, Response, ResponseHttpStatusCode, ResponseHeaders, ResponseFile, CurrentItem, CurrentIndex, Results, Error',
        position: 7,
      },
      { stepId: 'call', field: 'body', message: 'There is no constant "Workflow": use WorkflowId or WorkflowInstanceId', position: 40 },
      { stepId: 'call', field: 'headers.a', message: 'There is no step "gone"', position: 0 },
    ]);
  });

  test('ignores what a form hides: the right of a unary operator, conditions next to a script, values of deleted data', () => {
    const broken = '${Steps["gone"';
    const condition = { leftExpression: '1', operator: 'Empty', rightExpression: broken };
    expect(problemsOfStep({ type: 'Branch', conditionGroups: [{ name: 'Yes', conditions: [condition] }] })).toEqual([]);
    const both = { leftExpression: broken, operator: 'Equals', rightExpression: broken };
    expect(
      problemsOfStep({ type: 'Branch', conditionGroups: [{ name: 'Yes', useScript: true, script: 'return 1', conditions: [both] }] }),
    ).toEqual([]);
    expect(
      problemsOfStep({ type: 'DataStorage', dataStorageOperation: 'Delete', keyValues: [{ key: 'a', valueExpression: broken }] }),
    ).toEqual([]);
    const shown = { type: 'Branch', conditionGroups: [{ name: 'Yes', conditions: [both] }] };
    expect(problemsOfStep(shown).map(({ field }) => field)).toEqual([
      'conditionGroups[0].conditions[0].leftExpression',
      'conditionGroups[0].conditions[0].rightExpression',
    ]);
  });

  test('does not read scripts as expressions', () => {
    expect(problemsOfStep({ type: 'CustomScript', script: 'return `${Steps["gone"].x` + $foo' })).toEqual([]);
  });
});

describe('HOSTILE 36: the address of a call with a connector', () => {
  const words = 'With a connector, the URL cannot begin with a value from the webhook call';
  const check = (url: string, { triggerType = 'Webhook', connectorId = 'c' as string | null } = {}) =>
    collectProblems([
      { ...start, triggerType, nextStepId: 'keep' },
      {
        stepId: 'keep',
        type: 'DataStorage',
        dataStorageOperation: 'Create',
        keyValues: [
          { key: 'given', valueExpression: '$Steps["start"].Payload.url' },
          { key: 'own', valueExpression: '/users/${Steps["start"].Payload.id}' },
          { key: 'round', valueExpression: '$Data.round' },
        ],
        nextStepId: 'each',
      },
      {
        stepId: 'each',
        type: 'Loop',
        listContextDataEntityName: '$Steps["start"].Payload.urls',
        resultExpression: '$Steps["each"].CurrentItem',
        loopFirstStepId: 'call',
      },
      { stepId: 'call', type: 'HttpRequest', url, connectorId },
    ])
      .filter(({ message }) => message.startsWith(words))
      .map(({ stepId, field }) => `${stepId}.${field}`);

  test.each([
    '$Steps["start"].Payload.url',
    ' ${toLowerCase(Steps["start"].Query.url)}',
    'Steps["start"].Payload.url',
    '${Steps["start"].Headers["x-base"]}/orders',
    '$Steps["each"].CurrentItem.url',
    '$Steps["each"].Results[0].url',
    '$Data.given',
  ])('cannot be chosen by a webhook’s caller: %s', (url) => {
    expect(check(url)).toEqual(['call.url']);
    expect(check(url, { triggerType: 'ConnectorEvent' })).toEqual([]);
    expect(check(url, { connectorId: null })).toEqual([]);
  });

  test.each(['/users/${Steps["start"].Payload.id}', '$Data.own', '$Data.round', '$Data.unknown', 'https://x.example/$Data.given'])(
    'may contain values further on: %s',
    (url) => expect(check(url)).toEqual([]),
  );
});
