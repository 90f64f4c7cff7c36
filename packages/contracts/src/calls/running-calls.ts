import type { Calls } from './all-calls.ts';

/** Calls that make something happen: runs, tests (whole or partial), and calls that make a system respond. */
export const runningCalls = [
  'POST /api/workflows/{id}/run',
  'POST /api/workflows/{id}/test-run',
  'POST /api/workflows/{id}/test-step',
  'POST /api/workflows/{id}/start-testing',
  'POST /api/workflows/{id}/stop-testing',
  'GET /api/workflows/{id}/schedule-preview',
  'GET /api/workflows/instances/{id}/re-run',
  'GET /api/workflows/instances/{id}/cancel',
  'POST /api/workflows/run-jobs',
  'POST /api/workflows/run-jobs/{id}/stop',
  'POST /api/connectors/{id}/test',
  'POST /api/dashboards/{id}/run-workflows',
  'POST /api/connectors/find-lookup-options',
  'POST /api/connectors/find-autocomplete-options',
  'POST /api/integrations/preview',
  'POST /api/integrations/flows/{flowId}/sync-again',
  'POST /api/integrations/flows/{flowId}/sync-now',
  'POST /api/playbooks/{id}/preview',
] as const satisfies (keyof Calls)[];

/** Calls that change or run something and return stored data or data of connected systems, although their declaration doesn't show it. */
export const revealingCalls = [
  'POST /api/connectors/find-lookup-options',
  'POST /api/connectors/find-autocomplete-options',
  'POST /api/integrations/preview',
  'POST /api/playbooks/{id}/preview',
  'POST /api/workflows/{id}/share',
] as const satisfies (keyof Calls)[];

/** Reads for which Portage asks a connected system with the person's credentials: a key needs the same scopes as for the other look-ups. */
export const askingCalls = [
  'GET /api/apps/booker/{id}/locations',
  'GET /api/apps/xero/{id}/tenants',
  'GET /api/custom-playbooks/booker-to-shopify/get-booker-locationid',
  'GET /api/custom-playbooks/booker-to-shopify/get-shopify-adjustment-product',
  'GET /api/custom-playbooks/booker-to-shopify/get-shopify-custom-payment-method',
  'GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-adjustment-product',
  'GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-custom-payment-method',
  'GET /api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists',
  'GET /api/playbooks/{id}/lookup-options/{stepId}/{fieldName}',
] as const satisfies (keyof Calls)[];
