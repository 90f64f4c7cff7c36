import type { EngineSettings } from '@portage/contracts';
import { databaseUrlProblem, parseKeyRing } from '@portage/database';
import type { Env } from '../env.ts';

const MIN_TOKEN_SECRET_BYTES = 32;

const missingByEnv = new WeakMap<object, string[]>();

/** Names of required secrets that this Worker lacks or that are malformed; checked once per isolate. */
export function missingSettings(env: Env): string[] {
  let missing = missingByEnv.get(env);
  if (!missing) {
    missing = findMissing(env);
    missingByEnv.set(env, missing);
  }
  return missing;
}

function findMissing({ DATABASE_URL, TOKEN_SECRET, CONNECTOR_KEYS }: Env): string[] {
  return [
    ...(databaseUrlProblem(DATABASE_URL) ? ['DATABASE_URL'] : []),
    ...(new TextEncoder().encode(TOKEN_SECRET ?? '').byteLength < MIN_TOKEN_SECRET_BYTES ? ['TOKEN_SECRET'] : []),
    ...(listKeyIds(CONNECTOR_KEYS).length === 0 ? ['CONNECTOR_KEYS'] : []),
  ];
}

function listKeyIds(connectorKeys: string | undefined): string[] {
  try {
    return [...parseKeyRing(connectorKeys).keys.keys()];
  } catch {
    return [];
  }
}

/**
 * Why the two Workers can't work together, in one sentence that names secrets but never shows them; null if they can. Each
 * Worker must be able to open what the other seals now.
 */
export function setUpProblem(env: Env, engine: EngineSettings): string | null {
  const lacks = (worker: string, names: string[]) => (names.length > 0 ? [`${worker} lacks ${names.join(', ')}`] : []);
  const own = listKeyIds(env.CONNECTOR_KEYS);
  const keys = (worker: string, ids: string[], current: string | undefined) =>
    current === undefined || ids.length === 0 || ids.includes(current) ? [] : [`CONNECTOR_KEYS of ${worker} lacks the key ${current}`];
  const problems = [
    ...lacks('edge-api', missingSettings(env)),
    ...lacks('durable-runs', engine.missing),
    ...keys('durable-runs', engine.connectorKeyIds, own[0]),
    ...keys('edge-api', own, engine.connectorKeyIds[0]),
  ];
  return problems.length > 0 ? `Portage is not set up: ${problems.join('; ')}.` : null;
}
