import { join } from 'node:path';
import { CACHE, ROOT } from '@portage/build-output';
import { AREA_NAMES, type AreaName, WORKER_NAMES, type WorkerName } from '@portage/registry';
import { hashInputs } from './hash-inputs.ts';
import { type LockFile, listLockedPackages, readLockFile } from './locked-packages.ts';
import { collectFolders } from './workspaces.ts';

export interface Target {
  name: string;
  /** The name shown to the waiting person. */
  label: string;
  /** Content hash of all its inputs. */
  version: string;
  command: string[];
  cwd: string;
  env?: Record<string, string>;
  /** Exists after a good build. */
  output: string;
}

const LOCK_FILE = 'package-lock.json';
const COMMON_INPUTS = ['tsconfig.base.json'];

/** Targets that the others need first. */
export function firstTargets(): Target[] {
  return [
    packageTarget('sandbox', 'the metered script sandbox', 'quickjs-metered.wasm'),
    packageTarget('connectors', 'the connector types that come with Portage', 'system-types.js'),
    packageTarget('playbooks', 'the playbook templates that come with Portage', 'shipped-templates.js', [
      'packages/connectors',
      'packages/workflow',
    ]),
  ];
}

/** A package that builds its own file. @param uses folders of packages that the file is made with */
function packageTarget(name: string, label: string, file: string, uses: readonly string[] = []): Target {
  const folder = `packages/${name}`;
  return {
    name,
    label,
    version: hashInputs([LOCK_FILE, ...COMMON_INPUTS, folder, ...uses]),
    command: ['npm', 'run', '--silent', 'build'],
    cwd: join(ROOT, folder),
    output: join(ROOT, folder, 'dist', file),
  };
}

export function mainTargets(lock: LockFile = readLockFile()): Target[] {
  return [
    ...AREA_NAMES.map((area) => areaTarget(area, lock)),
    shellTarget(lock),
    ...WORKER_NAMES.map((name) => workerTarget(name, lock)),
    localTarget(lock),
  ];
}

/** The program of `npm start`. */
function localTarget(lock: LockFile): Target {
  return {
    name: 'local',
    label: 'the local Portage',
    version: hashInputs([...COMMON_INPUTS, ...collectFolders('local'), 'edge-api/src', 'tools/build'], JSON.stringify(lock)),
    command: ['npm', 'run', '--silent', 'build'],
    cwd: join(ROOT, 'local'),
    output: join(ROOT, 'local/dist/main.js'),
  };
}

function workerBundle(name: WorkerName): string {
  return join(CACHE, 'workers', name);
}

function workerTarget(name: WorkerName, lock: LockFile): Target {
  const folders = collectFolders(name);
  const outdir = workerBundle(name);
  return {
    name: `worker ${name}`,
    label: `the Worker ${name}`,
    version: hashInputs([...COMMON_INPUTS, ...folders, 'tools/build'], listLockedPackages(lock, folders, ['wrangler']).join('\n')),
    command: ['wrangler', 'deploy', '--dry-run', '--outdir', outdir],
    cwd: join(ROOT, name),
    env: { WRANGLER_SEND_METRICS: 'false', CI: 'true' },
    output: outdir,
  };
}

function shellTarget(lock: LockFile): Target {
  const folders = collectFolders('shell');
  const packages = listLockedPackages(lock, folders, ['@rsbuild/core', '@rsbuild/plugin-react', 'marked', 'react-router']);
  return {
    name: 'shell',
    label: 'the shell',
    // The environment's name and the guide become part of the page (shell/rsbuild.config.ts).
    version: hashInputs(
      [...COMMON_INPUTS, ...folders, 'docs/guide', 'tools/build'],
      [process.env.PORTAGE_ENVIRONMENT, ...packages].join('\n'),
    ),
    command: ['rsbuild', 'build'],
    cwd: join(ROOT, 'shell'),
    env: { NODE_ENV: 'production' },
    output: join(ROOT, 'shell/dist/index.html'),
  };
}

function areaTarget(area: AreaName, lock: LockFile): Target {
  const folder = `mfe-${area}`;
  const folders = collectFolders(folder);
  const version = hashInputs([...COMMON_INPUTS, ...folders, 'tools/build'], listLockedPackages(lock, folders).join('\n'));
  return {
    name: `area ${area}`,
    label: `the area ${area}`,
    version,
    command: ['rsbuild', 'build'],
    cwd: join(ROOT, folder),
    env: { NODE_ENV: 'production', PORTAGE_AREA_VERSION: version },
    output: join(ROOT, folder, 'dist', version, 'mf-manifest.json'),
  };
}
