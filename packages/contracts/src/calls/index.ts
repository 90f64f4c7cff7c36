import { connectorCalls } from './connectors.ts';
import { dashboardCalls } from './dashboards.ts';
import { giftCardCalls } from './gift-cards.ts';
import { workflowInstanceCalls } from './workflow-instances.ts';
import { workflowCalls } from './workflows.ts';

/** Every HTTP call of Portage. The router, the typed client and the OpenAPI document derive from it. */
export const calls = {
  ...workflowCalls,
  ...workflowInstanceCalls,
  ...giftCardCalls,
  ...dashboardCalls,
  ...connectorCalls,
};

export type Calls = typeof calls;
