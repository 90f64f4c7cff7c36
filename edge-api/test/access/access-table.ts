import type { Calls } from '@portage/contracts/calls';
import { alertRules } from './alert-rules.ts';
import { connectorRules } from './connector-rules.ts';
import { customPlaybookRules } from './custom-playbook-rules.ts';
import { houseRules } from './house-rules.ts';
import { integrationRules } from './integration-rules.ts';
import { playbookRules } from './playbook-rules.ts';
import type { Rule } from './rule.ts';
import { workflowRules } from './workflow-rules.ts';

/** Every declared call; a call that is missing here fails the build and a test. */
export const table: Record<keyof Calls, Rule> = {
  ...alertRules,
  ...workflowRules,
  ...connectorRules,
  ...integrationRules,
  ...playbookRules,
  ...customPlaybookRules,
  ...houseRules,
};

/** Routes that aren't declared calls, with who may use them; each has its own tests next to its feature. */
export const rawRoutes: Record<string, 'public' | 'user' | 'admin' | 'deploy'> = {
  '/api/ai-custom-script/adjust-with-ai/stream': 'user',
  // A returning browser sends at most a cookie; the connection itself checks what it brings.
  // Stripe signs its calls.
  '/api/billing/stripe/webhook': 'public',
  '/api/connectors/callback': 'public',
  // An image in a page sends no token.
  '/api/connector-types/{id}/logo': 'public',
  '/api/apps/aggregation-services/{category}/{type}/logo': 'public',
  '/api/deployments/{name}/versions/{version}/files': 'deploy',
  '/api/files/download/{fileName}': 'user',
  '/api/files/upload': 'user',
  '/api/files/upload-text': 'user',
  '/api/metrics': 'admin',
  '/api/openapi.json': 'public',
  '/api/webhooks/{triggerCode}': 'public',
  // Checks its token itself: a browser's WebSocket sends no header.
  '/api/workflows/instances/{id}/live': 'public',
};
