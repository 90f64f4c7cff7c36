import { type CallResponse, compareSets, compareVersions, describeSetPart, type SetPart } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { DeployError, type DeploymentsClient } from '@portage/deploy-client';
import { type ChangeReason, listCommits, localMinute, publishing } from '@portage/deploy-client/area';
import { isWorkerName } from '@portage/registry';
import { type DeployedWorker, getWorkspace } from './deployable.ts';
import type { DeploySettings } from './settings.ts';
import { formatTable } from './table.ts';
import { rollBackWorker, setCanaryOfWorker } from './workers/deploy-worker.ts';

type DeploymentSet = CallResponse<Calls, 'GET /api/deployments/sets'>['sets'][number];

/** The order in which Workers are deployed: each refers to the one before. */
const WORKER_ORDER = ['durable-runs', 'edge-api', 'shell'];

/** One line per set, newest first. */
export async function listSets(client: DeploymentsClient): Promise<string> {
  const { sets } = await client.call('GET /api/deployments/sets');
  const rows = sets.map((set) => [
    String(set.number),
    localMinute(new Date(set.at)),
    set.by ?? 'Portage itself',
    set.action,
    set.changes.map(({ name, to }) => `${getWorkspace(name)} ${describeSetPart(to)}`).join(', '),
    [set.note ?? '', set.hasFiles ? '' : '(files deleted)'].filter(Boolean).join(' '),
  ]);
  return formatTable(['set', 'when', 'by', 'what', 'changed', 'why'], rows);
}

/** What differs between two sets, part by part; the second is the live set unless named. */
export async function describeDifference(client: DeploymentsClient, fromNumber: number, toNumber: number | undefined): Promise<string> {
  const { sets } = await client.call('GET /api/deployments/sets');
  const [from, to] = [requireSet(sets, fromNumber), requireSet(sets, toNumber ?? sets[0]?.number ?? 0)];
  const changes = compareSets(from.parts, to.parts);
  if (changes.length === 0) return `Sets ${from.number} and ${to.number} have the same versions.`;
  const lines = await Promise.all(
    changes.map(async ({ name, from: before, to: after }) => [
      `${getWorkspace(name)}  ${describeSetPart(before)} → ${describeSetPart(after)}`,
      ...(await compareParts(client, before, after)).map((line) => `  ${line}`),
    ]),
  );
  return [`From set ${from.number} to set ${to.number}:`, ...lines.flat()].join('\n');
}

async function compareParts(client: DeploymentsClient, before: SetPart | null, after: SetPart | null): Promise<string[]> {
  if (!before || !after || before.live === after.live) return [];
  const find = ({ name, live }: SetPart) =>
    client.call('GET /api/deployments/{name}/versions/{version}', { params: { name, version: live } });
  const [from, to] = await Promise.all([find(before), find(after)]);
  return [...compareVersions(from, to), ...listCommits(from.source, to.source).map((line) => `  ${line}`)];
}

/**
 * Gives everyone an earlier set again: first its Workers, then all areas in one change.
 *
 * @returns the message for the person
 */
export async function returnToSet(
  client: DeploymentsClient,
  settings: DeploySettings,
  number: number,
  reason: ChangeReason,
): Promise<string> {
  const { sets } = await client.call('GET /api/deployments/sets');
  const wanted = requireSet(sets, number);
  const { refusal } = wanted;
  // The shell returns before the areas that fit it.
  if (refusal && refusal.code !== 'shell-differs') throw new DeployError(refusal.message);
  const workers = await returnWorkers(client, settings, sets[0]?.parts ?? [], wanted, reason);
  const change = await client.call('POST /api/deployments/sets/{number}/live', {
    params: { number: String(number) },
    // With Workers, there are newer sets by now.
    body: { ...(workers.length === 0 ? { expectedSet: sets[0]?.number ?? 0 } : {}), ...reason },
  });
  const done =
    change.isChanged || workers.length > 0
      ? `The versions of set ${number} are live again for everyone, as set ${change.set}.\n  Back: npm run rollback -- --to-set ${sets[0]?.number}`
      : `The versions of set ${number} are already live; nothing was changed.`;
  return [...workers, done, publishing(change)].filter(Boolean).join('\n');
}

async function returnWorkers(
  client: DeploymentsClient,
  settings: DeploySettings,
  present: readonly SetPart[],
  { number, parts }: DeploymentSet,
  given: ChangeReason,
): Promise<string[]> {
  const messages: string[] = [];
  const reason = { ...given, note: `Return to set ${number}` };
  const changes = compareSets(present, parts).sort((a, b) => WORKER_ORDER.indexOf(a.name) - WORKER_ORDER.indexOf(b.name));
  for (const { name, from, to } of changes) {
    if (!isWorkerName(name) || !to) continue;
    const worker: DeployedWorker = { kind: 'worker', name, workspace: name };
    if (from?.live !== to.live) messages.push(await rollBackWorker(client, settings, worker, { version: to.live, reason, isAnyway: true }));
    const share = to.canary ?? (from?.canary && from.live === to.live ? { percent: 0, version: from.canary.version } : null);
    if (share) messages.push(await setCanaryOfWorker(client, settings, worker, { ...share, reason }));
  }
  return messages;
}

function requireSet(sets: readonly DeploymentSet[], number: number): DeploymentSet {
  const found = sets.find((set) => set.number === number);
  if (found) return found;
  throw new DeployError(`There is no set ${number} among the last ${sets.length}. List them: npm run sets`);
}
