import type { EngineSettings } from '@portage/contracts';
import { databaseUrlProblem, parseKeyRing } from '@portage/database';
import type { Env } from '../env.ts';

/** Checks this Worker's settings. A malformed secret counts as missing. */
export function engineSettings({ DATABASE_URL, CONNECTOR_KEYS }: Pick<Env, 'DATABASE_URL' | 'CONNECTOR_KEYS'>): EngineSettings {
  const missing = databaseUrlProblem(DATABASE_URL) ? ['DATABASE_URL'] : [];
  try {
    return { missing, connectorKeyIds: [...parseKeyRing(CONNECTOR_KEYS).keys.keys()] };
  } catch {
    return { missing: [...missing, 'CONNECTOR_KEYS'], connectorKeyIds: [] };
  }
}
