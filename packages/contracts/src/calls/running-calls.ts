import type { Calls } from './all-calls.ts';

/** Calls that let something happen: runs, tests, whole or in parts, and what makes a system answer. */
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

/** Changing and running calls that show stored data or what connected systems hold, though nothing in their declaration says so. */
export const revealingCalls = [
  'POST /api/connectors/find-lookup-options',
  'POST /api/connectors/find-autocomplete-options',
  'POST /api/integrations/preview',
  'POST /api/playbooks/{id}/preview',
  'POST /api/workflows/{id}/share',
] as const satisfies (keyof Calls)[];
