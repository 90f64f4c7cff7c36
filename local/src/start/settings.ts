import { join, resolve } from 'node:path';
import { StartError } from './start-error.ts';

export interface Settings {
  port: number;
  dataDir: string;
  /** Somebody's own PostgreSQL instead of the embedded one. */
  databaseUrl: string | null;
  /** `host:port` and `host:*` that outgoing calls may reach although their address is private. */
  egressAllow: string[];
  admin: { email: string; password: string };
  /** Sample accounts' workflows, runs, gift cards; off for tests that want an empty house. */
  seedDemo: boolean;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DEFAULT_PORT = 8080;

/**
 * Reads the environment (DESIGN 8).
 *
 * @throws StartError that names the variable that makes no sense.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = env.PORT ? Number(env.PORT) : DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`);
  const databaseUrl = env.DATABASE_URL || null;
  if (databaseUrl && !/^postgres(ql)?:$/.test(URL.canParse(databaseUrl) ? new URL(databaseUrl).protocol : '')) {
    throw new StartError('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  }
  return {
    port,
    dataDir: resolve(env.PORTAGE_DATA_DIR || join(ROOT, '.portage')),
    databaseUrl,
    egressAllow: (env.PORTAGE_EGRESS_ALLOW ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    admin: { email: env.PORTAGE_ADMIN_EMAIL || 'admin@portage.local', password: env.PORTAGE_ADMIN_PASSWORD || 'portage-admin' },
    seedDemo: env.PORTAGE_SEED_DEMO !== 'false',
  };
}
