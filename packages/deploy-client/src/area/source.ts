import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type CallResponse, describeSource } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { DeployError } from '../deploy-error.ts';
import type { Deployment } from '../deployments-client.ts';

export type Source = NonNullable<CallResponse<Calls, 'GET /api/deployments/{name}/versions/{version}'>['source']>;

/** The commit and branch of a checkout; null if the folder isn't the root of a Git repository. */
export function readSource(folder: string, env = process.env): Source | null {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
  const top = git('rev-parse', '--show-toplevel');
  const [commit, committedAt] = git('show', '--no-patch', '--format=%H %cI', 'HEAD')?.split(' ') ?? [];
  if (top === null || !commit || !committedAt || realpathSync(top) !== realpathSync(folder)) return null;
  const named = git('rev-parse', '--abbrev-ref', 'HEAD');
  return {
    commit,
    committedAt,
    // A pipeline checks out a commit, not a branch.
    branch: env.GITHUB_HEAD_REF || env.GITHUB_REF_NAME || env.CI_COMMIT_REF_NAME || (named === 'HEAD' ? null : named),
    isDirty: git('status', '--porcelain') !== '',
    pipeline: readPipeline(env),
  };
}

function readPipeline(env: NodeJS.ProcessEnv): string | null {
  if (env.GITHUB_RUN_ID) return `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`;
  return env.CI_PIPELINE_URL || (env.CI ? 'a pipeline' : null);
}

/**
 * Asks before people get older code than they have; where nobody can be asked, refuses.
 *
 * @param live what people have was built from
 * @throws DeployError
 */
export async function requireNotOlder(
  workspace: string,
  live: Source | null | undefined,
  own: Source | null,
  ask: ((question: string) => Promise<boolean>) | null = process.stdin.isTTY ? askPerson : null,
): Promise<void> {
  if (!live || !own || live.commit === own.commit || !isOlder(own, live)) return;
  const text = `People have ${workspace} from ${describeSource(live)}, which is newer than this checkout: ${describeSource(own)}.`;
  if (await ask?.(text)) return;
  throw new DeployError(`${text} Nothing was changed. Pull first, or deploy it all the same: -- --older`);
}

/** By history, or by time if this clone doesn't have the live commit. A branch that has left the live commit's isn't older. */
function isOlder(own: Source, live: Source): boolean {
  const { status } = spawnSync('git', ['merge-base', '--is-ancestor', own.commit, live.commit]);
  return status === 0 || (status !== 1 && Date.parse(own.committedAt) < Date.parse(live.committedAt));
}

export function findLiveSource({ live, versions }: Pick<Deployment, 'live' | 'versions'>): Source | null {
  return versions.find(({ version }) => version === live)?.source ?? null;
}

/** The commits from one to the other, newest first, for a person; empty if this clone doesn't have them. */
export function listCommits(from: Source | null | undefined, to: Source | null | undefined, most = 10): string[] {
  if (!from || !to || from.commit === to.commit) return [];
  const range = `${from.commit}..${to.commit}`;
  const { status, stdout } = spawnSync('git', ['log', '--format=%h %s', `--max-count=${most + 1}`, range], { encoding: 'utf8' });
  if (status !== 0) return [];
  const lines = stdout.split('\n').filter(Boolean);
  return lines.length > most ? [...lines.slice(0, most), '…'] : lines;
}

async function askPerson(text: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${text} Deploy it all the same? (y/N) `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
