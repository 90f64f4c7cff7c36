import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { DeployError } from '@portage/deploy-client';
import type { WorkerName } from '@portage/registry';
import { z } from 'zod';
import { runTool } from '../../run-tool.ts';
import type { Environment } from '../settings.ts';

/** A Worker's version and its share of the requests. */
export interface Share {
  version: string;
  percent: number;
}

/**
 * Cloudflare's side of deploying Workers, by its own tool. An upload's tag is the build's hash. The same build is uploaded once: two uploads
 * with one tag couldn't be told apart later.
 */
export interface Wrangler {
  /** Gives the Worker to everyone, and uploads it first unless that was done. */
  deploy(version: string, note: string): Promise<void>;
  /** Uploads the Worker unless that was done; people don't get it yet. */
  upload(version: string, note: string): Promise<void>;
  /** Splits requests among uploaded versions. */
  share(shares: readonly Share[], note: string): Promise<void>;
}

type Run = (command: string, args: readonly string[], cwd: string) => Promise<{ code: number; output: string }>;

/** @param run replaces the tool in tests */
export function wranglerFor(name: WorkerName, environment: Environment, run: Run = runTool): Wrangler {
  const call = (args: readonly string[]) => run('wrangler', [...args, '--env', environment], join(ROOT, name));

  async function wrangler(...args: string[]): Promise<void> {
    const { code, output } = await call(args);
    if (code === 0) return;
    throw new DeployError(
      `${output.trim()}\nwrangler could not ${args.slice(0, 2).join(' ')} ${name} (${environment}); what it said stands above. Sign in with wrangler login, or set CLOUDFLARE_API_TOKEN.`,
    );
  }

  /** The platform's id of the newest upload by tag. Empty for a Worker that doesn't exist yet. */
  async function findUploads(): Promise<Map<string, string>> {
    const { code, output } = await call(['versions', 'list', '--json']);
    return code === 0 ? readUploads(output) : new Map();
  }

  async function share(shares: readonly Share[], note: string): Promise<void> {
    const uploads = await findUploads();
    // Only the newest uploads are listed; wrangler itself finds older ones by their tag.
    const specs = shares.flatMap(({ version, percent }) => {
      const id = uploads.get(version);
      return id ? [`${id}@${percent}`] : ['--version-tag', `${version}@${percent}`];
    });
    await wrangler('versions', 'deploy', ...specs, '--message', note, '--yes');
  }

  return {
    async deploy(version, note) {
      if (!(await findUploads()).has(version)) return wrangler('deploy', '--tag', version, '--message', note);
      await share([{ version, percent: 100 }], note);
      // Routes and schedules, which belong to no version.
      await wrangler('triggers', 'deploy');
    },
    async upload(version, note) {
      if (!(await findUploads()).has(version)) await wrangler('versions', 'upload', '--tag', version, '--message', note);
    },
    share,
  };
}

const uploadsSchema = z.array(z.object({ id: z.string(), annotations: z.object({ 'workers/tag': z.string().optional() }).optional() }));

/** @param output of `wrangler versions list --json`: oldest first, perhaps after warnings */
function readUploads(output: string): Map<string, string> {
  const [json = '[]'] = /^\[[\s\S]*\]\s*$/m.exec(output) ?? [];
  const uploads = uploadsSchema.parse(JSON.parse(json));
  return new Map(uploads.flatMap(({ id, annotations }) => (annotations?.['workers/tag'] ? [[annotations['workers/tag'], id]] : [])));
}
