/** The browser's side of the contract: types and the client, no schemas. Servers import `@portage/contracts/calls`. */

export type {
  AskedField,
  AuthorizationType,
  ConnectorField,
} from '@portage/connectors/authorization';
export { syncDirections, syncItemStatuses } from '@portage/workflow';
export * from './alerts/alert-kinds.ts';
export * from './alerts/alert-words.ts';
export * from './assistant/script-in-answer.ts';
export * from './connectors/authorization-ways.ts';
export * from './connectors/autocomplete.ts';
export * from './connectors/connector-form.ts';
export * from './connectors/secret-type-fields.ts';
export * from './connectors/simulated-systems.ts';
export * from './dashboards/insight-periods.ts';
export * from './deployments/compare-sets.ts';
export * from './deployments/compare-versions.ts';
export * from './deployments/hook-kinds.ts';
export * from './deployments/host-members.ts';
export * from './deployments/report-outcomes.ts';
export * from './engine/approval.ts';
export * from './engine/connection.ts';
export * from './engine/connector-event.ts';
export * from './engine/egress.ts';
export * from './engine/identifying-value.ts';
export * from './engine/live-run.ts';
export * from './engine/quota.ts';
export * from './engine/recorded-values.ts';
export * from './engine/response-values.ts';
export * from './engine/run-chain.ts';
export * from './engine/run-id.ts';
export * from './engine/run-lane.ts';
export * from './engine/run-response.ts';
export * from './engine/run-shard.ts';
export * from './engine/run-status.ts';
export * from './engine/run-views.ts';
export * from './engine/schedule.ts';
export * from './engine/start-run.ts';
export * from './engine/start-text.ts';
export * from './engine/step-data-days.ts';
export * from './engine/step-views.ts';
export { findTellingTags, HIDDEN_STEP_NAME, withoutHidden } from './engine/without-hidden.ts';
export * from './http/api-error.ts';
export * from './http/api-key-scopes.ts';
export * from './http/client.ts';
export type * from './http/define-calls.ts';
export { sendWithToken, type TokenSettings } from './http/send-with-token.ts';
export { dataLimits } from './limits/data-limits.ts';
export { contractVersion } from './released/contract-version.ts';
export * from './run-jobs/run-job-actions.ts';
export * from './users/owner-id.ts';
export * from './users/user-fields.ts';
export * from './workflows/no-folder.ts';
