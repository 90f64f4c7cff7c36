import { calls } from '@portage/contracts/calls';
import { accountRoutes } from './account/account-routes.ts';
import { aiRoutes } from './ai/routes.ts';
import { alertRoutes } from './alerts/alert-routes.ts';
import { approvalRoutes } from './approvals/approval-routes.ts';
import { appRoutes } from './apps/app-routes.ts';
import { auditOnBehalf } from './audit/audit-on-behalf.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { billingRoutes } from './billing/billing-routes.ts';
import { stripeWebhookRoutes } from './billing/stripe-webhook.ts';
import { configurationRoutes } from './configuration/routes.ts';
import { connectorEventRoutes } from './connector-events/event-routes.ts';
import { connectorTypeRoutes } from './connector-types/connector-type-routes.ts';
import { documentEditingRoutes } from './connector-types/documents/editing-routes.ts';
import { connectorSchemaRoutes } from './connector-types/documents/schema-routes.ts';
import { ownApiRoutes } from './connector-types/own-api-routes.ts';
import { connectorChoiceRoutes } from './connectors/choices/choice-routes.ts';
import { connectorRoutes } from './connectors/connector-routes.ts';
import { conversionRoutes } from './conversion/conversion-routes.ts';
import { customPlaybookRoutes } from './custom-playbooks/custom-playbook-routes.ts';
import { priceMappingRoutes } from './custom-playbooks/price-mapping-routes.ts';
import { dashboardRoutes } from './dashboards/dashboard-routes.ts';
import { authorizeDeployer } from './deployments/authorize-deployer.ts';
import { deploymentRoutes } from './deployments/deployment-routes.ts';
import { hookRoutes } from './deployments/hooks/hook-routes.ts';
import { onFailureRoutes } from './failure-starts/on-failure-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { giftCardRoutes } from './gift-cards/gift-card-routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { Route } from './http/implement.ts';
import { openApiRoute } from './http/open-api.ts';
import { createRouter } from './http/router.ts';
import { integrationRoutes } from './integrations/integration-routes.ts';
import { syncFlowRoutes } from './integrations/sync-flow-routes.ts';
import { maintenanceRoutes } from './maintenance/routes.ts';
import { metricsRoutes } from './metrics/metrics-route.ts';
import { playbookRoutes } from './playbooks/playbook-routes.ts';
import { playbookTemplateRoutes } from './playbooks/templates/template-routes.ts';
import { runJobRoutes } from './run-jobs/run-job-routes.ts';
import { searchRoutes } from './search/search-routes.ts';
import { authorize } from './sessions/authorize.ts';
import { userRoutes } from './users/routes.ts';
import { variableRoutes } from './variables/variable-routes.ts';
import { webhookRoutes } from './webhooks/answer-webhook.ts';
import { webhookVerificationRoutes } from './webhooks/verification-routes.ts';
import { isBesideWebhooks } from './webhooks/webhook-address.ts';
import { workflowDraftRoutes } from './workflow-drafts/draft-routes.ts';
import { workflowFileRoutes } from './workflow-files/file-routes.ts';
import { folderRoutes } from './workflow-folders/folder-routes.ts';
import { liveRunRoutes } from './workflow-instances/live-run-route.ts';
import { workflowInstanceRoutes } from './workflow-instances/workflow-instance-routes.ts';
import { workflowTemplateRoutes } from './workflow-templates/template-routes.ts';
import { calledWorkflowRoutes } from './workflows/called-workflows.ts';
import { workflowPinRoutes } from './workflows/pin-routes.ts';
import { workflowSampleRoutes } from './workflows/samples/sample-routes.ts';
import { workflowSharingRoutes } from './workflows/sharing-routes.ts';
import { workflowStepTestRoutes } from './workflows/test-step.ts';
import { workflowRoutes } from './workflows/workflow-routes.ts';

/** Every route, one line per feature, in any order. */
export const routes: readonly Route[] = [
  ...healthRoutes,
  ...configurationRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...billingRoutes,
  ...stripeWebhookRoutes,
  ...workflowRoutes,
  ...workflowDraftRoutes,
  ...workflowFileRoutes,
  ...folderRoutes,
  ...variableRoutes,
  ...workflowSharingRoutes,
  ...workflowStepTestRoutes,
  ...workflowPinRoutes,
  ...workflowSampleRoutes,
  ...workflowInstanceRoutes,
  ...runJobRoutes,
  ...searchRoutes,
  ...approvalRoutes,
  ...calledWorkflowRoutes,
  ...onFailureRoutes,
  ...webhookVerificationRoutes,
  ...workflowTemplateRoutes,
  ...liveRunRoutes(authorize),
  ...webhookRoutes,
  ...alertRoutes,
  ...giftCardRoutes,
  ...dashboardRoutes,
  ...connectorRoutes,
  ...connectorTypeRoutes,
  ...ownApiRoutes,
  ...connectorSchemaRoutes,
  ...documentEditingRoutes,
  ...conversionRoutes,
  ...connectorChoiceRoutes,
  ...connectorEventRoutes,
  ...integrationRoutes,
  ...syncFlowRoutes,
  ...playbookTemplateRoutes,
  ...playbookRoutes,
  ...priceMappingRoutes,
  ...customPlaybookRoutes,
  ...fileRoutes,
  ...appRoutes,
  ...aiRoutes,
  ...maintenanceRoutes,
  ...metricsRoutes,
  ...deploymentRoutes,
  ...hookRoutes,
  openApiRoute(calls),
];

export const app = createRouter({ isWithheld: isBesideWebhooks, routes, authorize, authorizeDeployer, afterAnswer: auditOnBehalf });
