import type { WorkflowStep } from '@portage/workflow';

const reference = '$Steps["start"].Payload';

/** An operation that was saved earlier: its ids without names, and a mapping to a missing parameter. */
export const savedOperation: WorkflowStep = {
  stepId: 'order',
  type: 'ConnectorOperation',
  connectorId: 'connector-shop',
  connectorTypeId: 'type-shop',
  operationId: 'POST /orders',
  requestParameterMappings: [
    { toParameterPath: 'body.country', fromParameterExpression: 'c9' },
    { toParameterPath: 'query.nope', fromParameterExpression: '5' },
    { toParameterPath: 'body.riskLevel', fromParameterExpression: 'enormous' },
  ],
};

/** One filled-in step of every type in sequence; the branch and the loop have a body. */
export function sampleSteps(triggerType: 'Manual' | 'Webhook' | 'ConnectorEvent' | 'Scheduled'): WorkflowStep[] {
  const steps: WorkflowStep[] = [
    {
      stepId: 'start',
      type: 'Trigger',
      triggerType,
      ...(triggerType === 'Scheduled'
        ? { schedule: { startAt: '2026-11-30T09:00:00.000Z', frequency: 1, period: 'Month' as const, timeZone: 'Europe/Berlin' } }
        : {}),
      ...(triggerType === 'Webhook' ? { payloadSampleJson: '{"id": "A-1001", "total": 180, "lines": [{"sku": "tea"}]}' } : {}),
    },
    { stepId: 'script', type: 'CustomScript', script: 'return Steps["start"].Payload.total * 2;' },
    {
      stepId: 'route',
      type: 'Branch',
      conditionGroups: [
        {
          name: 'Yes',
          logicalOperator: 'And',
          conditions: [
            { leftExpression: `${reference}.total`, operator: 'GreaterThan', rightExpression: '100' },
            { leftExpression: `${reference}.email`, operator: 'NotEmpty' },
          ],
        },
        { name: 'No', conditions: [] },
        { name: 'Opt3', useScript: true, script: 'return true;' },
      ],
    },
    { stepId: 'each', type: 'Loop', listContextDataEntityName: `${reference}.lines`, loopFirstStepId: 'inside' },
    { stepId: 'inside', type: 'EndStep', endStepScope: 'LoopIteration' },
    {
      stepId: 'tell',
      type: 'HttpRequest',
      httpMethod: 'POST',
      url: `https://example.com/orders/\${Steps["start"].Payload.id}?from=portage`,
      queryParameters: [{ name: 'for', valueExpression: `${reference}.email` }],
      headers: { 'content-type': 'application/json', authorization: 'Bearer $Data.token' },
      body: '{"id": "${Steps["start"].Payload.id}"}',
      useRetry: true,
    },
    {
      stepId: 'keep',
      type: 'DataStorage',
      dataStorageOperation: 'Create',
      scope: 'Workflow',
      expirationInHours: 24,
      keyValues: [
        { key: 'lastOrder', valueExpression: `${reference}.id` },
        { key: 'token', valueExpression: 'abc' },
      ],
    },
    { stepId: 'wait', type: 'DelayStep', delayValue: 5, delayType: 'Minutes' },
    {
      stepId: 'bill',
      type: 'CallWorkflow',
      workflowId: 'workflow-bill',
      inputFields: [{ name: 'id', valueExpression: `${reference}.id` }],
    },
    { stepId: 'ask', type: 'WaitForApproval', subject: 'Pay the invoice?', recipients: 'ann@example.com' },
    { stepId: 'order', type: 'ConnectorOperation', connectorTypeId: 'type-shop', requestParameterMappings: [] },
    { stepId: 'sync', type: 'SyncStep', syncType: 'Products' },
    { stepId: 'fetch', type: 'GetDataStep', getDataDataType: 'Orders' },
    { stepId: 'board', type: 'DashboardStep', getDataDataType: 'Orders' },
    { stepId: 'item', type: 'DashboardItemStep', source: 'Airtable', itemType: 'Company', operation: 'Create' },
    { stepId: 'custom', type: 'IntegrationStep', implementationType: 'CustomerSync', fieldsData: {} },
    { stepId: 'end', type: 'EndStep', endStepScope: 'Workflow' },
  ];
  const chain = steps.filter(({ stepId }) => stepId !== 'inside');
  return steps.map((step) => {
    const next = chain[chain.indexOf(step) + 1];
    return { ...step, clientId: `id-${step.stepId}`, nextStepId: chain.includes(step) && next ? next.stepId : null };
  });
}
