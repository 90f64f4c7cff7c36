import { findWorkflowTrigger, type HttpDatabase, type WorkflowTrigger } from '@portage/database';
import { ExpiringCache } from './expiring-cache.ts';

/** What a change of a workflow may take to reach every isolate (DESIGN 2). */
const KNOWN_LIFETIME_MS = 5_000;
/** Shorter, so that a new or just activated address works almost at once wherever it was tried before. */
const REFUSED_LIFETIME_MS = 1_000;

const triggers = new ExpiringCache<WorkflowTrigger | null>({
  maxEntries: 10_000,
  lifetimeMs: (trigger) => (trigger?.isActive ? KNOWN_LIFETIME_MS : REFUSED_LIFETIME_MS),
  nowMs: () => Date.now(),
});

/** The workflow behind a webhook address, from memory where it was looked up within the last seconds. */
export function lookUpTrigger(db: HttpDatabase, triggerCode: string): Promise<WorkflowTrigger | null> {
  return triggers.get(triggerCode, () => findWorkflowTrigger(db, triggerCode));
}

/** Called where a workflow changes what its address does; other isolates follow within five seconds. */
export function forgetTrigger(triggerCode: string): void {
  triggers.forget(triggerCode);
}
