import { type ApiKeyScope, apiKeyScopes, MAX_API_KEYS } from '@portage/contracts';
import type { ApiKey } from '@portage/contracts/calls';
import { type ApiKeyRow, insertApiKey, revokeApiKey as removeApiKey } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { conflict, invalid, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { hashOpaqueToken } from '../secrets/opaque-token.ts';
import { makeApiKeyText } from './key-text.ts';

interface AskedKey {
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresAt: string | null;
}

/**
 * Creates an API key for the caller. The response is the only place its text ever appears.
 *
 * @throws ApiProblem 400 for an end in the past, 409 beyond the limit
 */
export async function makeApiKey(context: UserContext, asked: AskedKey): Promise<{ key: ApiKey; secret: string }> {
  const { db, user, newId } = context;
  const now = context.now();
  const expiresAt = asked.expiresAt === null ? null : new Date(asked.expiresAt);
  if (expiresAt && expiresAt <= now) throw invalid('Please choose an end date in the future', 'expiresAt');
  const secret = makeApiKeyText();
  const key = {
    id: newId(),
    name: asked.name,
    keyHash: hashOpaqueToken(secret),
    lastFour: secret.slice(-4),
    scopes: apiKeyScopes.filter((scope) => asked.scopes.includes(scope)),
    createdAt: now,
    expiresAt,
  };
  if (!(await insertApiKey(db, user.id, key, MAX_API_KEYS)))
    throw conflict(
      'too-many-api-keys',
      `You have ${MAX_API_KEYS} API keys, the most that a person can have. Revoke one that you no longer use.`,
    );
  await auditChange(context, 'api-key.created', describeKey(key));
  return { key: presentApiKey({ ...key, userId: user.id, lastUsedAt: null }, now), secret };
}

/** @throws ApiProblem 404 */
export async function revokeApiKey(context: UserContext, id: string): Promise<void> {
  const row = await removeApiKey(context.db, context.user.id, id);
  if (!row) throw notFound('This API key');
  await auditChange(context, 'api-key.revoked', describeKey(row));
}

/** A key as the audit log names it. */
export function describeKey({ id, name, scopes, expiresAt }: Pick<ApiKeyRow, 'id' | 'name' | 'scopes' | 'expiresAt'>) {
  return { keyId: id, name, scopes, expiresAt: expiresAt?.toISOString() ?? null };
}

export function presentApiKey(row: ApiKeyRow, now: Date): ApiKey {
  const { id, name, lastFour, scopes, createdAt, lastUsedAt, expiresAt } = row;
  return {
    id,
    name,
    lastFour,
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    isExpired: expiresAt !== null && expiresAt <= now,
  };
}
