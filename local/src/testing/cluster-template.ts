import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresBinaries } from '../postgres/binaries.ts';
import { initialiseCluster } from '../postgres/cluster.ts';

export const TEST_PASSWORD = 'test';

/** Makes `dataDir` a fresh cluster by copying one that was initialised once for this PostgreSQL (initdb takes seconds). */
export async function copyClusterTemplate(dataDir: string): Promise<void> {
  const template = await clusterTemplate();
  // `cp -a` keeps the owner; Node's own copy doesn't.
  execFileSync('cp', ['-a', template, dataDir]);
}

async function clusterTemplate(): Promise<string> {
  const { postgres } = await findPostgresBinaries();
  const { size, mtimeMs } = statSync(postgres);
  const root = join(tmpdir(), `portage-clusters-${process.getuid?.() ?? 0}`);
  const template = join(root, `${size}-${Math.round(mtimeMs)}-1`);
  if (existsSync(template)) return template;
  mkdirSync(root, { recursive: true, mode: 0o755 });
  const fresh = `${template}.${process.pid}`;
  await initialiseCluster(fresh, TEST_PASSWORD);
  try {
    renameSync(fresh, template);
  } catch {
    // Another process was faster.
    rmSync(fresh, { recursive: true, force: true });
  }
  return template;
}
