import { findWorkflowTrigger, type WorkflowTrigger } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import type { RequestContext } from '../http/context.ts';
import { type CachedValue, LookUpCache, lookUpProblem } from '../look-ups/last-known.ts';

/** Longest time for a workflow change to reach every isolate (docs/architecture.md); the shard knows most changes at once (trigger-changes.ts). */
const ACTIVE_LIFETIME_MS = 5_000;
/** Shorter, so that a new or just activated address works almost at once wherever it was tried before. */
const REFUSED_LIFETIME_MS = 1_000;
/** How long calls of an active workflow are accepted from the cache while PostgreSQL doesn't respond. */
export const TRIGGER_KEPT_MS = 5 * MINUTE_MS;

const triggers = new LookUpCache<WorkflowTrigger | null>({
  maxEntries: 10_000,
  lifetimeMs: (trigger) => (trigger?.isActive ? ACTIVE_LIFETIME_MS : REFUSED_LIFETIME_MS),
  keptMs: (trigger) => (trigger?.isActive ? TRIGGER_KEPT_MS : 0),
  sharedMs: REFUSED_LIFETIME_MS,
  nowMs: () => Date.now(),
});

/**
 * The workflow behind a webhook address, from the cache if it was looked up recently.
 *
 * @throws ApiProblem 503 `database-away`, after two seconds at most.
 */
export async function lookUpTrigger(
  { db, waitUntil }: Pick<RequestContext, 'db' | 'waitUntil'>,
  triggerCode: string,
): Promise<CachedValue<WorkflowTrigger | null>> {
  try {
    return await triggers.get(triggerCode, () => findWorkflowTrigger(db, triggerCode), waitUntil);
  } catch (error) {
    throw lookUpProblem(error);
  }
}

/** Call this when a workflow changes what its address does; other isolates follow within five seconds. */
export function forgetTrigger(triggerCode: string): void {
  triggers.forget(triggerCode);
}
