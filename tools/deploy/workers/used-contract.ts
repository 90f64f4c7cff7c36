import { HOST_MEMBERS } from '@portage/contracts';
import { calls } from '@portage/contracts/calls';
import { type DescribedContract, describeContract } from '@portage/contracts/compatibility';
import { type ContractUses, DeployError, type DeploymentsClient, findMissing } from '@portage/deploy-client';
import { type AreaPreview, readContract } from '@portage/deploy-client/area';
import type { WorkerName } from '@portage/registry';

interface UsedVersion {
  /** `mfe-billing 4be1c0 (canary)`. */
  title: string;
  uses: ContractUses;
}

/** What this tree's Workers offer; another one in tests. */
export interface OfferedContract {
  host: object;
  describe(names: readonly string[]): DescribedContract;
}

const OWN: OfferedContract = { host: HOST_MEMBERS, describe: (names) => describeContract(calls, names) };

/**
 * Checks that a Worker of this tree has every call, field and service of the page that areas use which people have: live, as a canary or as a
 * preview. Versions that didn't record what they use are skipped.
 *
 * @throws DeployError that names each area with what it would lose, and the way through
 */
export async function requireUsedContract(
  client: Pick<DeploymentsClient, 'call' | 'all'>,
  worker: WorkerName,
  offered: OfferedContract = OWN,
): Promise<void> {
  if (worker === 'durable-runs') return;
  const versions = await listUsed(client);
  const lost = worker === 'shell' ? findLostServices(versions, offered) : await findLostCalls(client, versions, offered);
  if (lost.length === 0) return;
  throw new DeployError(
    `This ${worker} removes what areas use. ${lost.map(({ title, parts }) => `${title} uses ${parts.join('; ')}, which this version removes.`).join(' ')} First deploy these areas without it, and end such previews. If that has to wait, say --anyway after --.`,
  );
}

function findLostServices(versions: readonly UsedVersion[], { host }: OfferedContract) {
  return versions
    .map(({ title, uses }) => ({ title, parts: uses.host.filter((name) => !(name in host)).map((name) => `host.${name}`) }))
    .filter(({ parts }) => parts.length > 0);
}

async function findLostCalls(client: Pick<DeploymentsClient, 'call'>, versions: readonly UsedVersion[], { describe }: OfferedContract) {
  const names = [...new Set(versions.flatMap(({ uses }) => uses.calls))];
  const running = await readContract(client, names);
  if (!running) return [];
  const next = describe(names);
  return versions.map(({ title, uses }) => ({ title, parts: findMissing(uses, running, next) })).filter(({ parts }) => parts.length > 0);
}

/** The versions of areas that people have, with what they use. */
async function listUsed(client: Pick<DeploymentsClient, 'call' | 'all'>): Promise<UsedVersion[]> {
  const [deployments, previews] = await Promise.all([client.all(), listPreviews(client)]);
  const shown = [
    ...deployments
      .filter(({ kind }) => kind === 'area')
      .flatMap(({ name, live, canary }) => [
        { name, version: live, as: '' },
        { name, version: canary?.version ?? null, as: ' (canary)' },
      ]),
    ...previews.map(({ area, version, name }) => ({ name: area, version, as: ` (preview ${name})` })),
  ];
  const found = await Promise.all(
    shown.map(async ({ name, version, as }) => {
      if (version === null) return [];
      const { uses } = await client.call('GET /api/deployments/{name}/versions/{version}', { params: { name, version } });
      return uses ? [{ title: `mfe-${name} ${version}${as}`, uses }] : [];
    }),
  );
  return found.flat();
}

/** None in a Portage that doesn't know previews: the Worker that brings them must not be refused. */
async function listPreviews({ call }: Pick<DeploymentsClient, 'call'>): Promise<AreaPreview[]> {
  try {
    return (await call('GET /api/deployments/previews')).previews;
  } catch (error) {
    if (error instanceof DeployError && error.status === 404) return [];
    throw error;
  }
}
