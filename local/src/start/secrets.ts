import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeDurably } from '../disk/write-durably.ts';
import { StartError } from '../start-error.ts';

export interface Secrets {
  tokenSecret: string;
  databasePassword: string;
  /** `id:key`, comma-separated, the current one first: seals connectors' stored data. */
  connectorKeys: string;
  /** Authorizes deploys by command (`npm run deploy`), which reads it here. */
  deployToken: string;
  /** Authorizes deploys of what `npm start` has built. */
  startToken: string;
  /** For the account at the simulated Stripe. */
  stripeSecretKey: string;
  stripeWebhookSecret: string;
}

/** This data folder's secrets, made once. Only its owner can read the file. A folder from an earlier version gets the ones it lacks. */
export function readSecrets(file: string): Secrets {
  const known = existsSync(file) ? parseSecrets(file) : {};
  const secrets: Secrets = {
    tokenSecret: known.tokenSecret ?? randomBytes(48).toString('base64url'),
    databasePassword: known.databasePassword ?? randomBytes(24).toString('base64url'),
    connectorKeys: known.connectorKeys ?? `local1:${randomBytes(32).toString('base64url')}`,
    deployToken: known.deployToken ?? `pdt_${randomBytes(32).toString('base64url')}`,
    startToken: known.startToken ?? `pdt_${randomBytes(32).toString('base64url')}`,
    stripeSecretKey: known.stripeSecretKey ?? `sk_test_${randomBytes(24).toString('hex')}`,
    stripeWebhookSecret: known.stripeWebhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`,
  };
  if (Object.keys(secrets).every((name) => name in known)) return secrets;
  writeDurably(file, JSON.stringify(secrets, null, 2), 0o600);
  return secrets;
}

function parseSecrets(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch {
    throw new StartError(`${file} is damaged: restore it, or remove the whole data folder to start again.`);
  }
}
