import { entityManyValues, entityPlaceholders, manyEntry, readEntryResults } from '@portage/connectors/entities';
import { loadOperation } from '@portage/connectors/openapi';
import { bodyWriter, describeRefusal, nullPaths, RequestError } from '@portage/connectors/requests';
import { parsePath } from '@portage/connectors/schema';
import { parseChangedAtMs, type RefusedCall, resolveHits, type WriteResult } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import type { Plan } from './chunk-plan.ts';
import { endOfSecond } from './end-of-second.ts';
import {
  type Called,
  callEntity,
  callWithRetries,
  FlowProblem,
  type OpenSide,
  readChangedAt,
  refusedBy,
  requestValues,
} from './entity-calls.ts';
import { findTogether, foundTogether } from './find-records.ts';
import type { GroupEntry, WriteGroup } from './group-writes.ts';
import { recordFields, writeValues, written } from './write-record.ts';

/** The results of a group. A record without a result is written alone. */
interface WrittenGroup {
  results: ReadonlyMap<Plan, WriteResult>;
  /** Records without a result may already be in the target, so each is searched for again. */
  isUnsure: boolean;
}

/** Writes a group's records with one call. Each gets at most one target record, whichever responses are lost. */
export async function writeMany(group: WriteGroup, context: StepContext): Promise<WrittenGroup> {
  const sent = await sentEntries(group);
  if (sent.length < 2) return alone;
  const { target, many } = group;
  const entries = sent.map(({ entry }) => entry);
  const idempotencyKey = group.idempotencyKeyOf(entries.map(({ writeName }) => writeName).join('\n'));
  const own = { ...target.fields, idempotencyKey, now: new Date().toISOString() };
  const bodies = sent.map(({ body }) => body);
  const cleared = nullPaths(bodies, parsePath(many.entries.at) ?? []);
  const values = { ...requestValues(entityManyValues(many, bodies, own)), ...(cleared.length > 0 ? { cleared } : {}) };
  const result = await callWithRetries<WrittenGroup>(
    context,
    () => callEntity(context, target, many.operation, values, { idempotencyKey }),
    async ({ isUnsure, retryAfterMs }) => {
      if (!isUnsure) return null;
      const again = await lookAgain(group, entries, context);
      // A target that says when to come back has usually done nothing. Any other error may be caused by one
      // record, so each is written alone.
      return retryAfterMs !== null && again.isNothingThere ? null : again;
    },
  );
  if ('settled' in result) return result.settled;
  const { called } = result;
  if (called.ok) return readResults(group, entries, bodies, called, context);
  if (called.isUnsure) return lookAgain(group, entries, context);
  const { passes, status, isSent } = called;
  // Too many calls: writing each alone would make even more.
  if (passes) {
    const refused = (at: number) => ({ ...refusedBy(called), ...(called.call ? { call: { ...called.call, body: bodies[at] } } : {}) });
    return { results: new Map(entries.map(({ plan }, at) => [plan, refused(at)])), isUnsure: false };
  }
  const isRefused = !isSent || (status !== null && status >= 400 && status < 500);
  // A refusal of the whole call says nothing about a single record.
  return isRefused ? alone : lookAgain(group, entries, context);
}

const alone: WrittenGroup = { results: new Map(), isUnsure: false };
const unsure: WrittenGroup = { results: new Map(), isUnsure: true };

interface SentEntry {
  entry: GroupEntry;
  body: unknown;
}

/** What each record would send in its single write. A record that can't be sent is left out, and is reported when it's written alone. */
async function sentEntries({ flow, target, write, many, entries, idempotencyKeyOf }: WriteGroup): Promise<SentEntry[]> {
  if (!target.document) return [];
  // Here a hash costs more than all other work for a record.
  const needsKey = entityPlaceholders([write.values, many.entries.values]).includes('idempotencyKey');
  const operation = await loadOperation(target.document, write.operation);
  const now = new Date().toISOString();
  return target.document.withSchemas((source) => {
    const writeBody = bodyWriter(source, operation);
    return entries.flatMap((entry): SentEntry[] => {
      const { fields, targetItemId, writeName } = entry;
      const task = { flow, target, record: entry.plan.record, idempotencyKey: needsKey ? idempotencyKeyOf(writeName) : '', now };
      const places = recordFields(task, targetItemId);
      try {
        return [{ entry, body: manyEntry(many, writeBody(writeValues(write, fields, targetItemId, places)), places) }];
      } catch (error) {
        if (error instanceof FlowProblem || error instanceof RequestError) return [];
        throw error;
      }
    });
  });
}

async function readResults(
  group: WriteGroup,
  entries: readonly GroupEntry[],
  bodies: readonly unknown[],
  { body, headers, call }: Extract<Called, { ok: true }>,
  context: StepContext,
): Promise<WrittenGroup> {
  const { how, many } = group;
  const answers = readEntryResults(many, bodies, body, group.target.fields);
  const results = new Map<Plan, WriteResult>();
  const unanswered: GroupEntry[] = [];
  let whole: RefusedCall | null = null;
  for (const [at, entry] of entries.entries()) {
    const answer = answers[at];
    const { plan, fingerprint, targetItemId } = entry;
    if (answer?.kind === 'refused') {
      // Only a single update's status shows that a record is gone.
      if (how === 'updated') continue;
      whole ??= call();
      const message = describeEntryRefusal(answer.message, group.target);
      results.set(plan, { kind: 'failed', message, passes: false, call: { ...whole, body: bodies[at], response: answer.item } });
      continue;
    }
    const id = answer?.id ?? targetItemId;
    // A response for another record says nothing about this one.
    if (!answer || id === null || (targetItemId !== null && id !== targetItemId)) unanswered.push(entry);
    else results.set(plan, written(how, id, fingerprint, parseChangedAtMs(answer.changedAt) ?? endOfSecond(headers)));
  }
  if (unanswered.length === 0) return { results, isUnsure: false };
  const found = await lookAgain(group, unanswered, context);
  return { results: new Map([...results, ...found.results]), isUnsure: found.isUnsure };
}

function describeEntryRefusal(message: string, { typeName }: OpenSide): string {
  return message === '' ? `${typeName} refused the record without saying why.` : describeRefusal(typeName, null, message);
}

/**
 * Searches for records whose response was lost. Those that the target has now are the ones that were sent,
 * because it had none of them before.
 *
 * @returns `isNothingThere`: certainly none of them was created
 */
async function lookAgain(
  { how, target }: WriteGroup,
  entries: readonly GroupEntry[],
  context: StepContext,
): Promise<WrittenGroup & { isNothingThere: boolean }> {
  // A change can be repeated, whatever its outcome.
  if (how === 'updated') return { ...unsure, isNothingThere: true };
  if (context.signal.aborted) return { ...unsure, isNothingThere: false };
  const keys = entries.map(({ plan }) => plan.keys);
  const known = await findTogether(target, keys, context);
  const results = new Map<Plan, WriteResult>();
  for (const { plan, fingerprint } of entries) {
    const found = resolveHits(
      plan.keys.map((key) => ({ key, records: foundTogether(known, key) ?? [] })),
      target,
    );
    if (found.kind === 'found') results.set(plan, written('created', found.targetItemId, fingerprint, readChangedAt(target, found.record)));
  }
  return { results, isUnsure: true, isNothingThere: keys.flat().every((key) => foundTogether(known, key)?.length === 0) };
}
