import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compressFolder } from '@portage/build-output/compress-folder';
import { isFilePath } from '@portage/registry';
import { DeployError } from './deploy-error.ts';

export interface BundleFile {
  /** Relative to the version: `static/js/async/7.js`. */
  path: string;
  content: Buffer;
  /** Lower-case hex. */
  sha256: string;
}

/** One built version of an area, as it is uploaded: every file, plus a compressed one (`.br`) if that is smaller. */
export interface Bundle {
  area: string;
  version: string;
  files: BundleFile[];
}

/** The build's own notes, which no browser requests. */
const NOT_UPLOADED = ['mf-stats.json'];

/** Reads the build of an area, and compresses files that aren't compressed yet. @throws DeployError if a file couldn't be served. */
export async function readBundle(area: string, version: string, folder: string): Promise<Bundle> {
  if (!pathsBelow(folder).some((path) => path.endsWith('.br'))) await compressFolder(folder);
  const files = pathsBelow(folder)
    .filter((path) => !NOT_UPLOADED.includes(path.replace(/\.br$/, '')))
    .sort()
    .map((path): BundleFile => {
      if (!isFilePath(path))
        throw new DeployError(`The file ${path} cannot be served: its name or kind is not among those that browsers load. Rename it.`);
      const content = readFileSync(join(folder, path));
      return { path, content, sha256: createHash('sha256').update(content).digest('hex') };
    });
  return { area, version, files };
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** The bytes transferred to a browser for a file: of its compressed form, if there is one. */
export function transferredBytes({ files }: Bundle, path: string): number {
  return (files.find((file) => file.path === `${path}.br`) ?? files.find((file) => file.path === path))?.content.length ?? 0;
}

/** The files themselves, without their compressed forms. */
export function plainFiles({ files }: Bundle): BundleFile[] {
  return files.filter(({ path }) => !path.endsWith('.br'));
}

export function findContent({ files }: Bundle, path: string): Buffer | undefined {
  return files.find((file) => file.path === path)?.content;
}
