import { formatErrorCauses, log } from '@portage/contracts/log';
import { DAY_MS } from '@portage/primitives/durations';

/** Objects woken per sweep. */
const MOST_AT_A_SWEEP = 500;
const AT_ONCE = 20;
/** Pause before objects that couldn't be resealed are retried, along with all others. */
const TRY_AGAIN_MS = DAY_MS;

/** How far resealing with a key has got. */
export interface SealMark {
  keyId: string;
  /** The kind of object being resealed; `done` once nothing is sealed with another key. */
  kind: 'connections' | 'events' | 'done';
  /** The last woken object; null: none yet. */
  after: string | null;
  failed: number;
  notBeforeMs: number;
}

export interface ResealPorts {
  currentKeyId: string;
  nowMs: number;
  readMark(): Promise<SealMark | null>;
  writeMark(mark: SealMark): Promise<void>;
  /** Ids in order, after this one. */
  list(kind: 'connections' | 'events', after: string | null, limit: number): Promise<string[]>;
  reseal(kind: 'connections' | 'events', id: string): Promise<void>;
}

/**
 * After a change of CONNECTOR_KEYS, wakes every object that may hold something sealed, some per sweep, so the old key can be
 * removed even if a connection wasn't used since. The log says when that's possible.
 *
 * @returns how many objects were woken
 */
export async function resealObjects(ports: ResealPorts): Promise<number> {
  const { currentKeyId, nowMs } = ports;
  const known = await ports.readMark();
  const start: SealMark = { keyId: currentKeyId, kind: 'connections', after: null, failed: 0, notBeforeMs: 0 };
  // The first key ever: nothing was sealed with another.
  if (!known) await ports.writeMark({ ...start, kind: 'done' });
  if (!known || (known.keyId === currentKeyId && (known.kind === 'done' || nowMs < known.notBeforeMs))) return 0;

  const mark = known.keyId === currentKeyId ? known : start;
  if (mark.kind === 'done') return 0;
  const ids = await ports.list(mark.kind, mark.after, MOST_AT_A_SWEEP);
  const failed = mark.failed + (await resealAll(ports, mark.kind, ids));
  await ports.writeMark(nextMark(mark, ids, failed, nowMs));
  return ids.length;
}

async function resealAll(ports: ResealPorts, kind: 'connections' | 'events', ids: string[]): Promise<number> {
  let failed = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const woken = ids.slice(at, at + AT_ONCE).map((id) =>
      ports.reseal(kind, id).catch((error: unknown) => {
        failed += 1;
        log('error', 'The secrets of an object could not be sealed with the current key', { kind, id, cause: formatErrorCauses(error) });
      }),
    );
    await Promise.all(woken);
  }
  return failed;
}

function nextMark(mark: SealMark, ids: string[], failed: number, nowMs: number): SealMark {
  if (ids.length === MOST_AT_A_SWEEP) return { ...mark, after: ids.at(-1) ?? null, failed };
  if (mark.kind === 'connections') return { ...mark, kind: 'events', after: null, failed };
  if (failed > 0) return { ...mark, kind: 'connections', after: null, failed: 0, notBeforeMs: nowMs + TRY_AGAIN_MS };
  log('info', 'Nothing is sealed with an older key any more', { keyId: mark.keyId });
  return { ...mark, kind: 'done', after: null, failed: 0 };
}
