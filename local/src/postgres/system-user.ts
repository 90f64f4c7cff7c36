import { execFileSync } from 'node:child_process';

/** Who PostgreSQL runs as: it refuses to run as root, so root hands it to another user. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The user that PostgreSQL runs as: nobody special (`null`: the present one), or for root the user `postgres`, which is
 * made when it is missing; where no user can be made, `nobody`.
 */
export function postgresSystemUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  return lookUp('postgres') ?? (makeUser('postgres') ? lookUp('postgres') : null) ?? lookUp('nobody');
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
