import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { DeployError } from '@portage/deploy-client';
import type { WorkerName } from '@portage/registry';
import { runTool } from '../../run-tool.ts';
import type { Environment } from '../settings.ts';

/** A Worker's version and its share of the requests. */
export interface Share {
  version: string;
  percent: number;
}

/** Cloudflare's side of deploying Workers, by its own tool. A version's tag is the build's hash, and names it from then on. */
export interface Wrangler {
  /** Uploads the Worker and gives it to everyone. */
  deploy(version: string, note: string): Promise<void>;
  /** Uploads the Worker; people don't get it yet. */
  upload(version: string, note: string): Promise<void>;
  /** Splits requests among uploaded versions. */
  share(shares: readonly Share[], note: string): Promise<void>;
}

type Run = (command: string, args: readonly string[], cwd: string) => Promise<{ code: number; output: string }>;

/** @param run replaces the tool in tests */
export function wranglerFor(name: WorkerName, environment: Environment, run: Run = runTool): Wrangler {
  async function wrangler(...args: string[]): Promise<void> {
    const { code, output } = await run('wrangler', [...args, '--env', environment], join(ROOT, name));
    if (code === 0) return;
    throw new DeployError(
      `${output.trim()}\nwrangler could not ${args.slice(0, 2).join(' ')} ${name} (${environment}); what it said stands above. Sign in with wrangler login, or set CLOUDFLARE_API_TOKEN.`,
    );
  }
  return {
    deploy: (version, note) => wrangler('deploy', '--tag', version, '--message', note),
    upload: (version, note) => wrangler('versions', 'upload', '--tag', version, '--message', note),
    share: (shares, note) =>
      wrangler(
        'versions',
        'deploy',
        ...shares.flatMap(({ version, percent }) => ['--version-tag', `${version}@${percent}`]),
        '--message',
        note,
        '--yes',
      ),
  };
}
