import { createHash } from 'node:crypto';
import { computeBundleBytes, ROOT } from '@portage/build-output';
import { DeployError, type DeploymentsClient, providedVersions } from '@portage/deploy-client';
import { type ChangeReason, findLiveSource, isLocal, readSource, requireGood, requireNotOlder } from '@portage/deploy-client/area';
import { SHELL_FILES_VERSION, type SharedVersions, type WorkerName } from '@portage/registry';
import { buildWorkspace } from '../build-workspace.ts';
import type { Deployable } from '../deployable.ts';
import type { DeploySettings, Environment } from '../settings.ts';
import { requireFittingAreas } from './fitting-areas.ts';
import { localControl, type WorkerFile } from './local-control.ts';
import { workerRecord } from './record.ts';
import { requireUsedContract } from './used-contract.ts';
import { bundleFolder, workerFiles } from './worker-files.ts';
import { wranglerFor } from './wrangler.ts';

export interface WorkerDeploy {
  canary: number | null;
  reason: ChangeReason;
  /** A Worker is deployed even if areas that people have need something else, an area without a look at its sources. */
  isAnyway: boolean;
  /** Older code than people have is deployed without a question. */
  isOlder: boolean;
}

type Worker = Extract<Deployable, { kind: 'worker' }>;

/** Builds a Worker and runs it on the local Portage or on Cloudflare. @returns the message for the person */
export async function deployWorker(
  client: DeploymentsClient,
  settings: DeploySettings,
  worker: Worker,
  { canary, reason, isAnyway, isOlder }: WorkerDeploy,
): Promise<string> {
  const place = resolveEnvironment(settings);
  if (place === 'local' && canary !== null) throw noLocalCanary();
  // Asks first: without a running Portage, the build would be wasted.
  if (place === 'local') await localControl(settings).state(worker.name);
  const record = workerRecord(client, worker.name);
  const recorded = await record.read();
  if (recorded && !isOlder) await requireNotOlder(worker.workspace, findLiveSource(recorded), readSource(ROOT));
  if (recorded && !isAnyway) {
    await checkAreas(client, worker, providedVersions());
    await requireUsedContract(client, worker.name);
  }
  const built = await buildWorkspace(worker, async ({ version }) => ({
    version,
    files: await workerFiles(worker.name),
    sizeBytes: computeBundleBytes(bundleFolder(worker.name)),
  }));
  const { version, sizeBytes } = built;
  if (place === 'local')
    return deployLocally(settings, worker, built, async () => record.write({ kind: 'live', version, sizeBytes, reason }));

  const wrangler = wranglerFor(worker.name, place);
  // Before anybody gets the new page: a Worker of another version may be asked for its files. A Portage that is being set up has no other.
  if (recorded) await storePageFiles(client, built.files);
  if (recorded?.live === version && !recorded.canary) return `${worker.name} ${version} is live in ${place} already; nothing was changed.`;
  if (canary === null) {
    await wrangler.deploy(version, reason.note ?? 'npm run deploy');
    return told(
      worker,
      `${worker.name} ${version} is live in ${place}.`,
      recorded?.live,
      await record.write({ kind: 'live', version, sizeBytes, reason }),
    );
  }
  const live = recorded?.live;
  if (!live)
    throw new DeployError(
      `It is not known which version of ${worker.name} is live in ${place}. Deploy it to everyone once: npm run deploy -w ${worker.name}`,
    );
  await wrangler.upload(version, reason.note ?? 'npm run deploy');
  await wrangler.share(buildShares(live, version, canary), `${canary} percent`);
  const trouble = await record.write({ kind: 'canary', version, percent: canary, sizeBytes, reason });
  return told(
    worker,
    `${worker.name} ${version} answers ${canary} percent of the requests in ${place}, ${live} the others.`,
    null,
    trouble,
  );
}

/** @returns the message for the person */
export async function rollBackWorker(
  client: DeploymentsClient,
  settings: DeploySettings,
  worker: Worker,
  { version, reason, isAnyway }: { version: string | undefined; reason: ChangeReason; isAnyway: boolean },
): Promise<string> {
  const place = resolveEnvironment(settings);
  const record = workerRecord(client, worker.name);
  const recorded = await record.read();
  const before = place === 'local' ? await localControl(settings).state(worker.name) : recorded;
  const target = version ?? before?.previous;
  if (!target)
    throw new DeployError(`There is no version of ${worker.name} to go back to. Name one: npm run rollback -w ${worker.name} <version>`);
  if (version === undefined) requireGood(target, recorded?.bad, `npm run rollback -w ${worker.name} ${target}`);
  if (target === before?.live) throw new DeployError(`${worker.name} ${target} is already live. Name the version to go back to.`);
  if (!isAnyway) await checkAreas(client, worker, recorded?.versions.find((one) => one.version === target)?.shared);
  if (place === 'local') await localControl(settings).run(worker.name, target);
  else await wranglerFor(worker.name, place).share([{ version: target, percent: 100 }], 'npm run rollback');
  const trouble = await record.write({ kind: 'rollback', version: target, reason });
  return told(worker, `${worker.name} ${target} is live again${place === 'local' ? '' : ` in ${place}`}.`, before?.live, trouble);
}

/** @returns the message for the person */
export async function setCanaryOfWorker(
  client: DeploymentsClient,
  settings: DeploySettings,
  worker: Worker,
  { percent, version, reason }: { percent: number; version: string | undefined; reason: ChangeReason },
): Promise<string> {
  const place = resolveEnvironment(settings);
  if (place === 'local') throw noLocalCanary();
  const record = workerRecord(client, worker.name);
  const recorded = await record.read();
  const target = version ?? recorded?.canary?.version;
  if (!recorded?.live || !target) {
    throw new DeployError(
      `${worker.name} has no canary in ${place}. Begin one: npm run deploy -w ${worker.name} -- --canary ${percent || 10}`,
    );
  }
  await wranglerFor(worker.name, place).share(buildShares(recorded.live, target, percent), `${percent} percent`);
  const trouble = await record.write({ kind: 'canary', version: target, percent, sizeBytes: null, reason });
  return told(worker, `${worker.name} ${target} answers ${percent} percent of the requests in ${place}.`, null, trouble);
}

const PAGE_FILES = 'shell/static/';

/** Stores the shell's files where areas' files are, so that they outlive its versions; the other Workers have none. */
async function storePageFiles(client: Pick<DeploymentsClient, 'upload'>, files: readonly WorkerFile[]): Promise<void> {
  for (const { path, content } of files) {
    if (!path.startsWith(PAGE_FILES)) continue;
    const sha256 = createHash('sha256').update(content).digest('hex');
    await client.upload('shell', SHELL_FILES_VERSION, { path: path.slice(PAGE_FILES.length), content, sha256 });
  }
}

/** @throws DeployError if the Worker is a shell with other packages than live areas need */
async function checkAreas(client: DeploymentsClient, { name }: Worker, offered: SharedVersions | undefined): Promise<void> {
  if (name === 'shell' && offered) requireFittingAreas(await client.all(), offered);
}

/** Always the live version first, so that Durable Objects on the other one keep it while its share grows. */
export function buildShares(live: string, version: string, percent: number) {
  const shares = [
    { version: live, percent: 100 - percent },
    { version, percent },
  ];
  return shares.filter((share) => share.percent > 0);
}

async function deployLocally(
  settings: DeploySettings,
  { name }: Worker,
  { version, files }: { version: string; files: WorkerFile[] },
  record: () => Promise<string>,
): Promise<string> {
  const control = localControl(settings);
  const { live } = await control.state(name);
  if (live === version) return `${name} ${version} runs already; nothing was changed.`;
  await control.bring(name, version, files);
  await control.run(name, version);
  return told({ name }, `${name} ${version} runs on ${settings.url}. Runs that were under way go on.`, live, await record());
}

function told({ name }: { name: WorkerName }, done: string, before: string | null | undefined, trouble: string): string {
  const back = before ? `  Before: ${before}. Back to it: npm run rollback -w ${name}` : '';
  return [done, back, trouble].filter(Boolean).join('\n');
}

/** @throws DeployError if it isn't clear which Workers are meant */
function resolveEnvironment({ environment, url }: DeploySettings): Environment | 'local' {
  if (environment) return environment;
  if (isLocal(url)) return 'local';
  throw new DeployError(`Workers of ${url} are deployed to Cloudflare. Set PORTAGE_ENVIRONMENT to staging or production.`);
}

function noLocalCanary(): DeployError {
  return new DeployError(
    'A local Portage runs one version of each Worker. Canaries of Workers are for Cloudflare: set PORTAGE_ENVIRONMENT to staging or production.',
  );
}
