import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

export interface DataFolder {
  root: string;
  postgres: string;
  /** SQLite files of the Durable Objects. */
  objects: string;
  /** Versions of the Workers. */
  workers: string;
  /** The deploy commands find this Portage's control server here. */
  controlFile: string;
  /** The areas' versions that `npm start` deployed last. */
  deployedFile: string;
  mail: string;
  simulators: string;
  logs: string;
  secretsFile: string;
  lockFile: string;
  workerdPidFile: string;
}

/** Makes the data folder, or finds it. @throws StartError if it isn't writable */
export function openDataFolder(root: string): DataFolder {
  const folder: DataFolder = {
    root,
    postgres: join(root, 'postgres'),
    objects: join(root, 'objects'),
    workers: join(root, 'workers'),
    controlFile: join(root, 'control.json'),
    deployedFile: join(root, 'deployed-areas.json'),
    mail: join(root, 'mail'),
    simulators: join(root, 'simulators'),
    logs: join(root, 'logs'),
    secretsFile: join(root, 'secrets.json'),
    lockFile: join(root, 'running.json'),
    workerdPidFile: join(root, 'workerd.pid'),
  };
  try {
    makeFolder(root);
    for (const part of [folder.objects, folder.workers, folder.mail, folder.simulators, folder.logs])
      mkdirSync(part, { recursive: true, mode: 0o700 });
    accessSync(root, constants.W_OK);
    const probe = join(root, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOTDIR' || code === 'EEXIST' ? 'is not a folder' : `cannot be written (${code})`;
    throw new StartError(`The data folder ${root} ${why}: set PORTAGE_DATA_DIR to one that can be written.`);
  }
  return folder;
}

/** Makes one folder at a time: Node's own `recursive` never returns if a parent refuses with ENOENT, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}
