import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Who PostgreSQL runs as: it refuses to run as root, so root hands it to another user. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** A command for `spawn`, with who it runs as. */
export interface UserCommand {
  command: string;
  args: string[];
  user: Partial<SystemUser>;
}

const SETPRIV_PLACES = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/local/bin/setpriv'];

/**
 * The user that PostgreSQL runs as: the present one (`null`), or for root the user `postgres`, which is made if it is missing;
 * the user `nobody` if no user can be made.
 */
export function postgresSystemUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  return lookUp('postgres') ?? (makeUser('postgres') ? lookUp('postgres') : null) ?? lookUp('nobody');
}

/**
 * One of PostgreSQL's programs as its user. A clone or a data folder below a private folder (root's home, say) is out of
 * that user's reach; the program may then pass through folders and read as root does, but is not root: Linux hands it
 * that one capability.
 */
export function asPostgresUser(command: string, args: string[], dataDir: string): UserCommand {
  const user = postgresSystemUser();
  if (!user) return { command, args, user: {} };
  const setpriv = SETPRIV_PLACES.find((place) => existsSync(place));
  if (!setpriv || (canReach(command, user) && canReach(dirname(dataDir), user))) return { command, args, user };
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  // The last one: initdb looks for its neighbour by access(), which else leaves capabilities out of account.
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  return { command: setpriv, args: [...identity, ...capability, '--', command, ...args], user: {} };
}

/** Whether every folder on the way lets the user through. */
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
