import { configurationCalls } from './configuration.ts';
import { connectorSchemaCalls } from './connector-schemas.ts';
import { connectorTypeCalls } from './connector-types.ts';
import { connectorCalls } from './connectors.ts';
import { dashboardCalls } from './dashboards.ts';
import { giftCardCalls } from './gift-cards.ts';
import { healthCalls } from './health.ts';
import { userCalls } from './users.ts';
import { workflowInstanceCalls } from './workflow-instances.ts';
import { workflowSharingCalls } from './workflow-sharing.ts';
import { workflowStepTestCalls } from './workflow-step-tests.ts';
import { workflowCalls } from './workflows.ts';

/** Every HTTP call of Portage. The router, the typed client and the OpenAPI document derive from it. */
export const calls = {
  ...healthCalls,
  ...configurationCalls,
  ...userCalls,
  ...workflowCalls,
  ...workflowSharingCalls,
  ...workflowStepTestCalls,
  ...workflowInstanceCalls,
  ...giftCardCalls,
  ...dashboardCalls,
  ...connectorCalls,
  ...connectorTypeCalls,
  ...connectorSchemaCalls,
};

export type { SignedInUser, User } from './users.ts';
export {
  configurationCalls,
  connectorCalls,
  connectorSchemaCalls,
  connectorTypeCalls,
  dashboardCalls,
  giftCardCalls,
  healthCalls,
  userCalls,
  workflowCalls,
  workflowInstanceCalls,
  workflowSharingCalls,
  workflowStepTestCalls,
};

export type Calls = typeof calls;
