import { DAY_MS } from '@portage/primitives/durations';
import { asc, desc, eq, getTableColumns, lt, lte, not, sql } from 'drizzle-orm';
import type { HttpDatabase, PoolDatabase } from '../../connect.ts';
import { claimedUntil, type OutboxClaim, type OutboxOutcome } from '../../outbox.ts';
import {
  type DeploymentHookRow,
  deploymentHookMessages,
  deploymentHooks,
  type HookEvent,
  type HookMessageRow,
} from '../../schema/deployment-hooks.ts';
import { isUuid } from '../rows/text-search.ts';

const MESSAGES_KEPT_MS = 7 * DAY_MS;
const RESEALED_AT_ONCE = 100;

/** A message with the hook that it goes to. */
export interface OutgoingHookMessage extends HookMessageRow {
  hook: DeploymentHookRow;
}

/** Oldest first. */
export function listHooks(db: HttpDatabase): Promise<DeploymentHookRow[]> {
  return db.select().from(deploymentHooks).orderBy(asc(deploymentHooks.createdAt), asc(deploymentHooks.id));
}

export async function findHook(db: HttpDatabase, id: string): Promise<DeploymentHookRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select().from(deploymentHooks).where(eq(deploymentHooks.id, id));
  return row ?? null;
}

export async function insertHook(db: HttpDatabase, hook: DeploymentHookRow): Promise<void> {
  await db.insert(deploymentHooks).values(hook);
}

/** Deletes it with its messages. */
export async function deleteHook(db: HttpDatabase, id: string): Promise<void> {
  await db.delete(deploymentHooks).where(eq(deploymentHooks.id, id));
}

/** The last messages of each hook, newest first. */
export async function listHookMessages(db: HttpDatabase, limit: number): Promise<HookMessageRow[]> {
  const ranked = db
    .select({
      ...getTableColumns(deploymentHookMessages),
      place:
        sql<number>`row_number() over (partition by ${deploymentHookMessages.hookId} order by ${deploymentHookMessages.createdAt} desc)`.as(
          'place',
        ),
    })
    .from(deploymentHookMessages)
    .as('ranked');
  const rows = await db.select().from(ranked).where(lte(ranked.place, limit)).orderBy(desc(ranked.createdAt));
  return rows.map(({ place: _, ...message }) => message);
}

/** Writes a message to every hook, as part of the transaction that makes the change. */
export async function addHookMessages(tx: Pick<PoolDatabase, 'execute'>, event: HookEvent, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${deploymentHookMessages} (id, hook_id, event, created_at, next_attempt_at)
    select gen_random_uuid(), id, ${JSON.stringify(event)}::jsonb, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
    from ${deploymentHooks}`);
}

export async function insertHookMessage(db: HttpDatabase, message: HookMessageRow): Promise<void> {
  await db.insert(deploymentHookMessages).values(message);
}

/** @returns each message with the number of this attempt */
export async function claimHookMessages(db: HttpDatabase, { now, until, limit }: OutboxClaim): Promise<OutgoingHookMessage[]> {
  const due = sql`select id from deployment_hook_messages where sent_at is null and dropped_at is null
    and next_attempt_at <= ${now.toISOString()}::timestamptz order by next_attempt_at limit ${limit} for update skip locked`;
  return db
    .update(deploymentHookMessages)
    .set(claimedUntil(until))
    .from(deploymentHooks)
    .where(sql`${deploymentHookMessages.id} in (${due}) and ${deploymentHooks.id} = ${deploymentHookMessages.hookId}`)
    .returning({ ...getTableColumns(deploymentHookMessages), hook: getTableColumns(deploymentHooks) });
}

export async function noteHookMessage(
  db: HttpDatabase,
  { id }: Pick<HookMessageRow, 'id'>,
  outcome: OutboxOutcome<{ sentAt: Date }>,
): Promise<void> {
  const error = 'error' in outcome ? outcome.error : null;
  await db
    .update(deploymentHookMessages)
    .set({ ...outcome, error })
    .where(eq(deploymentHookMessages.id, id));
}

export async function deleteOldHookMessages(db: HttpDatabase, now: Date): Promise<void> {
  await db.delete(deploymentHookMessages).where(lt(deploymentHookMessages.createdAt, new Date(now.getTime() - MESSAGES_KEPT_MS)));
}

/** At most `RESEALED_AT_ONCE` hooks whose target another key sealed. */
export function listHooksNotUnder(db: HttpDatabase, prefix: string): Promise<DeploymentHookRow[]> {
  return db
    .select()
    .from(deploymentHooks)
    .where(not(sql`starts_with(${deploymentHooks.target}, ${prefix})`))
    .limit(RESEALED_AT_ONCE);
}

export async function replaceHookTarget(db: HttpDatabase, id: string, target: string): Promise<void> {
  await db.update(deploymentHooks).set({ target }).where(eq(deploymentHooks.id, id));
}
