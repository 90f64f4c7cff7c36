import type { OwnerId } from '@portage/contracts';
import { findWorkOwner, type HttpDatabase } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { createResponseNotes, type UserContext } from './context.ts';

/** Work that continues without a call. */
interface Work {
  id: string;
  ownerUserId: OwnerId;
  /** The admin who requested it on the owner's behalf. */
  impersonatorUserId: string | null;
}

/**
 * The context for work done for its owner as they are now: their quotas and rights apply, but not those of an admin who requested it.
 *
 * @returns null: the account is gone
 */
export async function ownersContext(env: Env, db: HttpDatabase, work: Work, now: () => Date): Promise<UserContext | null> {
  const owner = await findWorkOwner(db, work.ownerUserId, now());
  if (!owner) return null;
  const { passwordHash: _, ...user } = owner.user;
  const { standing, effectiveQuotas } = owner;
  const { impersonatorUserId } = work;
  const tokenExpiresAtMs = now().getTime() + MINUTE_MS;
  return {
    env,
    db,
    request: new Request('https://portage.invalid/background'),
    requestId: work.id,
    ipAddress: null,
    publicOrigin: env.PUBLIC_ORIGIN ?? '',
    answer: createResponseNotes(),
    waitUntil: () => undefined,
    now,
    newId: () => crypto.randomUUID(),
    user: { ...user, sessionId: work.id, tokenExpiresAtMs, impersonatorUserId, standing, effectiveQuotas, apiKey: null },
  };
}
