import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { bundleFiles, CACHE, compressFolder, ROOT } from '@portage/build-output';
import type { WorkerName } from '@portage/registry';
import type { WorkerFile } from './local-control.ts';

export function bundleFolder(name: WorkerName): string {
  return join(CACHE, 'workers', name);
}

/** A built Worker as a local Portage accepts it: its script, its bindings and, for the shell, the page's files. */
export async function workerFiles(name: WorkerName): Promise<WorkerFile[]> {
  const bundle = bundleFolder(name);
  const files: WorkerFile[] = [
    { path: 'wrangler.jsonc', content: readFileSync(join(ROOT, name, 'wrangler.jsonc')) },
    ...bundleFiles(bundle).map((file) => ({ path: `bundle/${file}`, content: readFileSync(join(bundle, file)) })),
  ];
  return name === 'shell' ? [...files, ...(await pageFiles())] : files;
}

/** Without compressed files: Cloudflare compresses them itself. */
async function pageFiles(): Promise<WorkerFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portage-shell-'));
  try {
    cpSync(join(ROOT, 'shell/dist'), folder, { recursive: true });
    await compressFolder(folder);
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ path: `shell/${relative(folder, file).split(sep).join('/')}`, content: readFileSync(file) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
