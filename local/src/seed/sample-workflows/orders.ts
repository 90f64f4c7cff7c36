import type { SampleWorkflow } from './sample-workflow.ts';

/** Handles a shop's order: prices each line, sends large orders to the shop system and remembers the last order. */
export const orders: SampleWorkflow = {
  name: 'Orders',
  description: 'Prices each line of an order, sends large orders to the shop system, and remembers the last order.',
  steps: [
    {
      stepId: 'start',
      type: 'Trigger',
      triggerType: 'Webhook',
      description: 'The shop calls this address for every order.',
      payloadSampleJson: '{"id": "A-1001", "total": 180, "lines": [{"sku": "tea", "quantity": 2, "price": 45}]}',
      nextStepId: 'each line',
    },
    {
      stepId: 'each line',
      type: 'Loop',
      description: 'Goes through the lines in order.',
      listContextDataEntityName: '$Steps["start"].Payload.lines',
      loopFirstStepId: 'price',
      nextStepId: 'large?',
    },
    {
      stepId: 'price',
      type: 'CustomScript',
      description: 'What the line costs.',
      script:
        'const line = Steps["each line"].CurrentItem;\nconsole.log(`${line.quantity} × ${line.sku}`);\nreturn { sku: line.sku, amount: line.quantity * line.price };',
    },
    {
      stepId: 'large?',
      type: 'Branch',
      description: 'Orders over 100 need a word to the shop system.',
      nextStepId: 'remember',
      conditionGroups: [
        {
          name: 'Yes',
          logicalOperator: 'And',
          nextStepId: 'tell the shop',
          conditions: [{ leftExpression: '$Steps["start"].Payload.total', operator: 'GreaterThan', rightExpression: '100' }],
        },
        { name: 'No', conditions: [], nextStepId: null },
      ],
    },
    {
      stepId: 'tell the shop',
      type: 'HttpRequest',
      description: 'The sample shop answers with its order number.',
      httpMethod: 'POST',
      url: 'http://shop.portage.local/orders',
      headers: { 'content-type': 'application/json' },
      body: '{"id": "${Steps["start"].Payload.id}", "total": ${Steps["start"].Payload.total}, "at": "${utcNow()}"}',
      useRetry: true,
    },
    {
      stepId: 'remember',
      type: 'DataStorage',
      description: 'The next run sees it as $Data.lastOrder.',
      dataStorageOperation: 'Create',
      scope: 'Workflow',
      keyValues: [{ key: 'lastOrder', valueExpression: '$Steps["start"].Payload.id' }],
      nextStepId: 'end',
    },
    { stepId: 'end', type: 'EndStep', endStepScope: 'Workflow' },
  ] as SampleWorkflow['steps'],
  payloads: [
    {
      id: 'A-1001',
      total: 180,
      lines: [
        { sku: 'tea', quantity: 2, price: 45 },
        { sku: 'pot', quantity: 1, price: 90 },
      ],
    },
    { id: 'A-1002', total: 24, lines: [{ sku: 'mug', quantity: 2, price: 12 }] },
    {
      id: 'A-1003',
      total: 415,
      lines: [
        { sku: 'bag', quantity: 5, price: 35 },
        { sku: 'pen', quantity: 60, price: 4 },
      ],
    },
    {
      id: 'A-1004',
      total: 99.5,
      lines: [
        { sku: 'tea', quantity: 1, price: 45 },
        { sku: 'jar', quantity: 3, price: 18.17 },
      ],
    },
  ],
};
