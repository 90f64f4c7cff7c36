import { accountCalls } from './account.ts';
import { aiCalls } from './ai.ts';
import { alertCalls } from './alerts.ts';
import { approvalCalls } from './approvals.ts';
import { appCalls } from './apps.ts';
import { auditCalls } from './audit.ts';
import { billingCalls } from './billing.ts';
import { calledWorkflowCalls } from './called-workflows.ts';
import { configurationCalls } from './configuration.ts';
import { connectorChoiceCalls } from './connector-choices.ts';
import { connectorEventCalls } from './connector-events.ts';
import { connectorSchemaCalls } from './connector-schemas.ts';
import { connectorTypeCalls } from './connector-types.ts';
import { connectorCalls } from './connectors.ts';
import { conversionCalls, documentEditingCalls } from './conversion.ts';
import { customPlaybookCalls } from './custom-playbooks.ts';
import { dashboardCalls } from './dashboards.ts';
import { deploymentHookCalls } from './deployment-hooks.ts';
import { deploymentPreviewCalls } from './deployment-previews.ts';
import { deploymentCalls } from './deployments.ts';
import { giftCardCalls } from './gift-cards.ts';
import { healthCalls } from './health.ts';
import { integrationCalls, syncCalls } from './integrations.ts';
import { maintenanceCalls } from './maintenance.ts';
import { onFailureCalls } from './on-failure.ts';
import { ownApiCalls } from './own-apis.ts';
import { playbookCalls, playbookTemplateCalls } from './playbooks.ts';
import { priceMappingCalls } from './price-mapping-lists.ts';
import { runJobCalls } from './run-jobs.ts';
import { searchCalls } from './search.ts';
import { userCalls } from './users.ts';
import { variableCalls } from './variables.ts';
import { webhookVerificationCalls } from './webhook-verification.ts';
import { workflowDraftCalls } from './workflow-drafts.ts';
import { workflowFileCalls } from './workflow-files.ts';
import { workflowFolderCalls } from './workflow-folders.ts';
import { workflowInstanceCalls } from './workflow-instances.ts';
import { workflowPinCalls } from './workflow-pins.ts';
import { workflowSampleCalls } from './workflow-samples.ts';
import { workflowSharingCalls } from './workflow-sharing.ts';
import { workflowStepTestCalls } from './workflow-step-tests.ts';
import { workflowTemplateCalls } from './workflow-templates.ts';
import { workflowCalls } from './workflows.ts';

/** Every HTTP call of Portage. The router, the typed client and the OpenAPI document derive from it. */
export const calls = {
  ...healthCalls,
  ...configurationCalls,
  ...userCalls,
  ...accountCalls,
  ...auditCalls,
  ...billingCalls,
  ...workflowCalls,
  ...workflowDraftCalls,
  ...workflowFileCalls,
  ...workflowFolderCalls,
  ...variableCalls,
  ...workflowSharingCalls,
  ...workflowStepTestCalls,
  ...workflowPinCalls,
  ...workflowSampleCalls,
  ...workflowInstanceCalls,
  ...runJobCalls,
  ...searchCalls,
  ...approvalCalls,
  ...calledWorkflowCalls,
  ...onFailureCalls,
  ...webhookVerificationCalls,
  ...workflowTemplateCalls,
  ...alertCalls,
  ...giftCardCalls,
  ...dashboardCalls,
  ...connectorCalls,
  ...connectorTypeCalls,
  ...ownApiCalls,
  ...connectorSchemaCalls,
  ...conversionCalls,
  ...documentEditingCalls,
  ...connectorChoiceCalls,
  ...connectorEventCalls,
  ...integrationCalls,
  ...syncCalls,
  ...playbookTemplateCalls,
  ...playbookCalls,
  ...priceMappingCalls,
  ...appCalls,
  ...customPlaybookCalls,
  ...aiCalls,
  ...maintenanceCalls,
  ...deploymentCalls,
  ...deploymentPreviewCalls,
  ...deploymentHookCalls,
};

export type Calls = typeof calls;
