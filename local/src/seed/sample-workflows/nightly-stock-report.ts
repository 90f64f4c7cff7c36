import type { SampleWorkflow } from './sample-workflow.ts';

/** Reports every night which products run low. */
export const nightlyStockReport: SampleWorkflow = {
  name: 'Nightly stock report',
  description: 'Every night at two, reads the shop’s stock and lists the products that are running out.',
  steps: [
    {
      stepId: 'every night',
      type: 'Trigger',
      triggerType: 'Scheduled',
      schedule: { startAt: '2026-01-01T02:00:00Z', frequency: 1, period: 'Day' },
      nextStepId: 'read stock',
    },
    {
      stepId: 'read stock',
      type: 'HttpRequest',
      httpMethod: 'GET',
      url: 'http://shop.portage.local/products',
      useRetry: true,
      nextStepId: 'find low stock',
    },
    {
      stepId: 'find low stock',
      type: 'CustomScript',
      description: 'Fewer than ten pieces left.',
      script: 'return Steps["read stock"].Response.products.filter((product) => product.stock < 10);',
      nextStepId: 'anything?',
    },
    {
      stepId: 'anything?',
      type: 'Branch',
      nextStepId: null,
      conditionGroups: [
        {
          name: 'Yes',
          logicalOperator: 'And',
          nextStepId: 'write report',
          conditions: [{ leftExpression: '$Steps["find low stock"].Response', operator: 'NotEmpty' }],
        },
        { name: 'No', conditions: [], nextStepId: null },
      ],
    },
    {
      stepId: 'write report',
      type: 'CustomScript',
      script: 'return Steps["find low stock"].Response.map(({ name, stock }) => `${name}: ${stock} left`).join("\\n");',
    },
  ] as SampleWorkflow['steps'],
  payloads: [undefined],
};
