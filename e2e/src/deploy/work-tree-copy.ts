import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AREA_NAMES } from '@portage/registry';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Files that packages generate, and the record of their inputs: a copy doesn't generate them again. */
const MADE = ['sandbox', 'connectors', 'playbooks'].flatMap((name) => [`packages/${name}/dist`, `.cache/built/${name}`]);
const BUILT = ['.cache/built', '.cache/site', '.cache/workers', 'local/dist', 'shell/dist'];

/** Long enough for a build of the empty file, if there were one. */
const EMPTY_FOR_MS = 300;

export interface CommandEnd {
  code: number | null;
  output: string;
}

/** A copy of the work tree, like another team's, whose files may be changed. It shares npm packages with this tree. */
export interface WorkTreeCopy {
  root: string;
  /** Replaces a text in one file. @throws if the text isn't there */
  change(file: string, before: string, after: string): void;
  /** Saves as some editors do: the file is empty for a moment. */
  changeInTwoWrites(file: string, before: string, after: string): Promise<void>;
  write(file: string, content: string): void;
  /** Runs npm there as a person would: `npm('run', 'deploy', '-w', 'mfe-billing')`. */
  npm(env: Record<string, string>, ...args: string[]): Promise<CommandEnd>;
  remove(): void;
}

/** @param hasBuilds includes all builds: what the copy doesn't change isn't rebuilt */
export function copyWorkTree({ hasBuilds = false } = {}): WorkTreeCopy {
  const root = mkdtempSync(join(tmpdir(), 'portage-copy-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0')) {
    // A removed but uncommitted file is still listed.
    if (!file || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(ROOT, file), join(root, file), { preserveTimestamps: true });
  }
  for (const path of hasBuilds ? [...MADE, ...BUILT, ...areaBuilds()] : MADE)
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  shareModules(root);
  for (const folder of foldersWithModules()) symlinkSync(join(ROOT, folder, 'node_modules'), join(root, folder, 'node_modules'));
  const changed = (file: string, before: string, after: string) => {
    const text = readFileSync(join(root, file), 'utf8');
    if (!text.includes(before)) throw new Error(`${file} does not say ${before}`);
    return text.replaceAll(before, after);
  };
  return {
    root,
    change: (file, before, after) => writeFileSync(join(root, file), changed(file, before, after)),
    async changeInTwoWrites(file, before, after) {
      const text = changed(file, before, after);
      writeFileSync(join(root, file), '');
      await sleep(EMPTY_FOR_MS);
      writeFileSync(join(root, file), text);
    },
    write: (file, content) => writeFileSync(join(root, file), content),
    npm: (env, ...args) => runNpm(root, env, args),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** npm packages come from this tree, workspaces from the copy: a changed package goes into its areas. */
function shareModules(root: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(root, 'node_modules')];
  mkdirSync(join(to, '@portage'), { recursive: true });
  for (const name of readdirSync(join(from, '@portage'))) {
    symlinkSync(readlinkSync(join(from, '@portage', name)), join(to, '@portage', name));
  }
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === '@portage') continue;
    if (entry.isFile()) cpSync(join(from, entry.name), join(to, entry.name), { preserveTimestamps: true });
    else symlinkSync(join(from, entry.name), join(to, entry.name));
  }
}

function areaBuilds(): string[] {
  return AREA_NAMES.map((area) => `mfe-${area}/dist`);
}

function foldersWithModules(): string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);
  return [...readdirSync(ROOT).filter((name) => !name.startsWith('.')), ...packages].filter(
    (folder) => folder !== 'node_modules' && existsSync(join(ROOT, folder, 'node_modules')),
  );
}

function runNpm(cwd: string, env: Record<string, string>, args: string[]): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
