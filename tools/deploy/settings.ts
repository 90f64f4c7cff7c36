import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '@portage/build-output';
import { DeployError } from '@portage/deploy-client';
import { isLocal, readTargetOrigin } from '@portage/deploy-client/area';

export const ENVIRONMENTS = ['staging', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export interface DeploySettings {
  /** Origin of the target Portage. */
  url: string;
  token: string;
  /** The local Portage's data folder. */
  dataDir: string;
  /** The Workers' Cloudflare environment; null for the local Portage. */
  environment: Environment | null;
}

/**
 * Reads the deploy's target and its token: PORTAGE_URL (default: PORT on this machine), PORTAGE_DEPLOY_TOKEN (default:
 * the local Portage's, from its data folder), PORTAGE_ENVIRONMENT.
 *
 * @throws DeployError that names the missing or invalid variable
 */
export function readDeploySettings(env: NodeJS.ProcessEnv): DeploySettings {
  const url = readTargetOrigin(env.PORTAGE_URL || `http://localhost:${env.PORT || 8080}`);
  const environment = ENVIRONMENTS.find((name) => name === env.PORTAGE_ENVIRONMENT) ?? null;
  if (env.PORTAGE_ENVIRONMENT && !environment) {
    throw new DeployError(
      `PORTAGE_ENVIRONMENT is "${env.PORTAGE_ENVIRONMENT}". Set it to staging or production, or leave it out for the local Portage.`,
    );
  }
  if (environment && isLocal(url)) {
    throw new DeployError(
      `PORTAGE_ENVIRONMENT is ${environment}, and PORTAGE_URL a Portage of this machine. Set PORTAGE_URL to the address of ${environment}.`,
    );
  }
  const dataDir = resolve(env.PORTAGE_DATA_DIR || join(ROOT, '.portage'));
  return { url, dataDir, environment, token: env.PORTAGE_DEPLOY_TOKEN || localToken(url, dataDir) };
}

function localToken(url: string, dataDir: string): string {
  if (!isLocal(url)) throw new DeployError(`Deploying to ${url} needs a deploy token. Set PORTAGE_DEPLOY_TOKEN.`);
  try {
    const { deployToken } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { deployToken?: string };
    if (deployToken) return deployToken;
  } catch {
    // The check below reports it.
  }
  throw new DeployError(
    `There is no deploy token in ${dataDir}. Start Portage (npm start) once, set PORTAGE_DATA_DIR to its folder, or set PORTAGE_DEPLOY_TOKEN.`,
  );
}
