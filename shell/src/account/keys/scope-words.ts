import type { ApiKeyScope } from '@portage/contracts';

export const SCOPES: readonly { scope: ApiKeyScope; label: string; hint: string }[] = [
  { scope: 'read', label: 'Read', hint: 'See workflows, runs, connectors and dashboards' },
  { scope: 'run', label: 'Run', hint: 'Start, test, cancel and re-run workflows and syncs; testing a single step needs all three' },
  { scope: 'manage', label: 'Manage', hint: 'Create, change and delete workflows, playbooks and files; saving steps also needs Read' },
];

export function labelOfScope(scope: ApiKeyScope): string {
  return SCOPES.find((one) => one.scope === scope)?.label ?? scope;
}
