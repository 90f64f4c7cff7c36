import { type EntityWrite, entityPlaceholders } from '@portage/connectors/entities';
import { loadOperation } from '@portage/connectors/openapi';
import { isIdempotencyHeader } from '@portage/connectors/schema';
import { type Doubt, isAskedFor, type WriteResult } from '@portage/sync';
import { searchLagMs } from './claim-records.ts';
import type { OpenSide } from './entity-calls.ts';
import type { WriteTask } from './write-task.ts';

/** The first search after a lost response comes half a second later. Each later one waits as long as all pauses before it together. */
const FIRST_PAUSE_MS = 1_000;
/** By then another sync has stored the record's outcome. */
const RIVAL_PAUSE_MS = 2_000;

/** The doubt about a creation. Null if a person has asked for it again and no search can replace that decision. */
export function standingDoubt({ standing: { doubt }, known, keys }: WriteTask): Doubt | null {
  const isDecided = isAskedFor(known) && (keys.length === 0 || doubt?.isAccepted === true);
  return isDecided ? null : doubt;
}

type Why = Pick<Extract<WriteResult, { kind: 'failed' }>, 'message' | 'call'>;
const BROKEN_OFF: Why = { message: 'An earlier sync was interrupted.' };

/** Waits until the target's search would show the record. Null if it would by now, so the record doesn't exist. */
export function inDoubt(
  { target, keys }: WriteTask,
  doubt: Doubt,
  nowMs: number,
  { message: why, call }: Why = BROKEN_OFF,
): WriteResult | null {
  const { typeName, entity } = target;
  const sinceMs = doubt.sinceMs ?? nowMs;
  if (keys.length === 0) {
    const message = `${why} ${typeName} may have the record, and its ${entity.title} can’t be searched for it. Look there: if it’s missing, “Sync again” creates it.`;
    return { kind: 'failed', message, passes: false, doubt, call };
  }
  const readyAtMs = sinceMs + searchLagMs(target);
  if (nowMs < readyAtMs) {
    const retryAtMs = Math.min(readyAtMs, nowMs + Math.max(FIRST_PAUSE_MS, nowMs - sinceMs));
    const message = `${why} ${typeName} may have the record, so it’s looked for again before another is created.`;
    return { kind: 'doubt', message, doubt, retryAtMs, call };
  }
  if (!doubt.isAccepted) return null;
  const message = `${typeName} accepted the record, but its search doesn’t show it. Look there: if it’s missing, “Sync again” creates it.`;
  return { kind: 'failed', message, passes: false, doubt, call };
}

/** The result while another sync is creating the record; the record is linked once that's done. */
export function waitForRival(nowMs: number): WriteResult {
  const doubt = { sinceMs: null, idempotencyKey: null };
  return {
    kind: 'doubt',
    message: 'Another sync is creating this record. It’s linked once that’s done.',
    doubt,
    retryAtMs: nowMs + RIVAL_PAUSE_MS,
  };
}

/** Whether repeating a call with its key creates no second record, because the document names the key. */
export async function takesIdempotencyKey({ document }: OpenSide, write: EntityWrite): Promise<boolean> {
  if (entityPlaceholders([write.values]).includes('idempotencyKey')) return true;
  if (!document) return false;
  const { parameters } = await loadOperation(document, write.operation);
  return parameters.some(({ place, name }) => place === 'header' && isIdempotencyHeader(name));
}

/** Whether a creation in doubt can be repeated unchanged. */
export async function isRepeatable({ target, known, idempotencyKey }: WriteTask, doubt: Doubt, fingerprint: string): Promise<boolean> {
  const { create } = target.entity;
  const isSame = known?.fingerprint === fingerprint || doubt.idempotencyKey === idempotencyKey;
  if (!create || doubt.isAccepted || doubt.idempotencyKey === null || !isSame) return false;
  return takesIdempotencyKey(target, create);
}

/** What is wrong with a response that contains no id. */
export function withoutId({ target }: WriteTask, { idPath, idHeader }: EntityWrite): string {
  return `${target.typeName} accepted the record, but its response has no id at “${idPath ?? idHeader}”.`;
}
