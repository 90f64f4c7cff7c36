import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError, exitCodes } from '../cli-error.ts';
import { writeFileWhole } from '../files/write-file-whole.ts';

/** A Portage and the account that the command uses there. */
export interface Target {
  name: string;
  /** Its origin. */
  url: string;
  apiKey: string;
}

interface Credentials {
  /** The target of commands without --target. */
  current: string | null;
  targets: Record<string, { url: string; apiKey: string }>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

function credentialsPath(env: Environment): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'portage', 'credentials.json');
}

function readCredentials(env: Environment): Credentials {
  const path = credentialsPath(env);
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { current: null, targets: {} };
  } catch (cause) {
    throw new CliError(exitCodes.unauthorized, `${path} isn’t readable. Delete it, then sign in again.`, [], cause);
  }
}

/** Only the person can read the file. The target is the current one from then on. */
export function saveTarget({ name, url, apiKey }: Target, env: Environment): void {
  const { targets } = readCredentials(env);
  const path = credentialsPath(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileWhole(path, `${JSON.stringify({ current: name, targets: { ...targets, [name]: { url, apiKey } } }, null, 2)}\n`, 0o600);
}

/**
 * PORTAGE_URL and PORTAGE_API_KEY come before stored targets, so that pipelines store nothing.
 *
 * @throws CliError `unauthorized` if there is no such target, `error` for a name that no target can have
 */
export function findTarget(name: string | undefined, env: Environment): Target {
  if (name !== undefined) requireFileName(name, 'target');
  const { PORTAGE_URL: url, PORTAGE_API_KEY: apiKey } = env;
  if (url && apiKey) return { name: name ?? nameTarget(url), url: readOrigin(url), apiKey };
  // A pipeline without its secret must not change what someone signed in to last.
  if (url) throw new CliError(exitCodes.unauthorized, 'PORTAGE_URL is set, but PORTAGE_API_KEY isn’t.');
  const { current, targets } = readCredentials(env);
  const chosen = name ?? current;
  const stored = chosen !== null && Object.hasOwn(targets, chosen) ? targets[chosen] : undefined;
  if (chosen !== null && stored) return { name: chosen, ...stored };
  const all = Object.keys(targets);
  const hint = all.length > 0 ? `Targets: ${all.join(', ')}.` : 'Run “portage login https://…”, or set PORTAGE_URL and PORTAGE_API_KEY.';
  throw new CliError(exitCodes.unauthorized, `You aren’t signed in${chosen ? ` to “${chosen}”` : ''}. ${hint}`);
}

/** @throws CliError for anything but an http or https address */
export function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin;
  throw new CliError(exitCodes.error, `“${text}” isn’t the address of a Portage. Write it as https://portage.example.com.`);
}

/** A target's name from its address. */
export function nameTarget(url: string): string {
  return new URL(readOrigin(url)).host.replace(/[^\w.]+/g, '-').replace(/^-/, '');
}

/** @throws CliError `error` for a name that can’t be a file’s */
export function requireFileName(name: string, option: 'target' | 'environment'): void {
  if (!/^\w[\w.-]{0,199}$/.test(name))
    throw new CliError(exitCodes.error, `“${name}” can’t be the --${option}: use letters, digits, dots, - and _.`);
}
