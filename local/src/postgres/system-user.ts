import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user PostgreSQL runs as. It refuses to run as root, so root hands it to another user. */
export interface SystemUser {
  uid: number;
  gid: number;
}

export interface UserCommand {
  command: string;
  args: string[];
  user: Partial<SystemUser>;
}

const SETPRIV_PLACES = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/local/bin/setpriv'];

/**
 * The user PostgreSQL runs as: the current user (`null`), or for root the user `postgres`, which is created if missing,
 * or `nobody` if no user can be created.
 */
export function postgresSystemUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  return lookUp('postgres') ?? (makeUser('postgres') ? lookUp('postgres') : null) ?? lookUp('nobody');
}

/**
 * Runs a PostgreSQL program as its user. That user can't reach a clone or a data folder below a private folder (root's home,
 * say). The program may then pass through folders and read as root does without being root: Linux grants it that one capability.
 */
export function asPostgresUser(command: string, args: string[], dataDir: string): UserCommand {
  const user = postgresSystemUser();
  if (!user) return { command, args, user: {} };
  const setpriv = SETPRIV_PLACES.find((place) => existsSync(place));
  if (!setpriv || (canReach(command, user) && canReach(dirname(dataDir), user))) return { command, args, user };
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  // noroot: initdb finds postgres with access(), which otherwise ignores capabilities.
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  return { command: setpriv, args: [...identity, ...capability, '--', command, ...args], user: {} };
}

function canReach(path: string, user: SystemUser): boolean {
  const { uid, gid, mode } = statSync(path);
  const isPassable = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
  return isPassable !== 0 && (dirname(path) === path || canReach(dirname(path), user));
}

function lookUp(name: string): SystemUser | null {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

function makeUser(name: string): boolean {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
