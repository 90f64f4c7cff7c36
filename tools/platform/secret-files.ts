import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { type EnvironmentName, readWorkerConfig, workerFolders } from './worker-files.ts';

/** Outside version control; only the person who runs this can read it. */
export function secretFile(name: EnvironmentName, worker: string, folder = join(ROOT, '.portage', 'deploy')): string {
  return join(folder, name, `${worker}.json`);
}

const secret = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Secrets that can be generated. */
const MADE: Record<string, () => string> = {
  TOKEN_SECRET: () => secret(48),
  CONNECTOR_KEYS: () => `k${new Date().toISOString().slice(0, 10).replaceAll('-', '')}:${secret(32)}`,
  DEPLOY_TOKENS: () => `owner:pdt_${secret(32)}`,
};

/**
 * Writes a file of secrets for each Worker, for `wrangler deploy --secrets-file`. Existing secrets stay; missing ones
 * are generated. Two Workers that need a secret with the same name get the same secret.
 *
 * @returns the files, and the missing secrets that only a person can provide
 */
export function writeSecretFiles(
  name: EnvironmentName,
  given: Readonly<Record<string, string>>,
  folder?: string,
): { files: string[]; missing: string[] } {
  const workers = workerFolders().filter((worker) => (readWorkerConfig(worker).env[name].secrets?.required ?? []).length > 0);
  const known: Record<string, string> = {};
  for (const worker of workers) Object.assign(known, readSecrets(secretFile(name, worker, folder)));
  Object.assign(known, given);
  const missing = new Set<string>();
  const files = workers.map((worker) => {
    const file = secretFile(name, worker, folder);
    const secrets = readSecrets(file);
    for (const needed of readWorkerConfig(worker).env[name].secrets?.required ?? []) {
      known[needed] ??= MADE[needed]?.() ?? '';
      if (known[needed]) secrets[needed] = known[needed];
      else missing.add(needed);
    }
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    return file;
  });
  return { files, missing: [...missing] };
}

function readSecrets(file: string): Record<string, string> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}
