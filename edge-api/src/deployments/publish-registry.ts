import { formatErrorCauses, log } from '@portage/contracts/log';
import {
  connectPool,
  type DeploymentRow,
  type DeploymentVersionRow,
  type PoolDatabase,
  publishUnderLock,
  type RegistrySnapshot,
} from '@portage/database';
import { inTime } from '@portage/primitives/in-time';
import {
  buildEntryPath,
  findDeploymentKind,
  type PublishedArea,
  type PublishedRegistry,
  type PublishedVersion,
  REGISTRY_KEY,
} from '@portage/registry';
import type { Env } from '../env.ts';

/** A slower store would hold up every deployment. */
const PUT_TIMEOUT_MS = 5_000;
/** KV accepts one write per second to a key, and refuses a second one. */
const PAUSE_MS = 1_200;

/**
 * Writes the current registry to the store that browsers read.
 *
 * @param evenIfPublished also writes a state that was already published: the store may have lost it
 * @returns false if the store refused it: the cron and the next change try again
 */
export async function publishRegistry(
  { REGISTRY }: Pick<Env, 'REGISTRY'>,
  db: PoolDatabase,
  { evenIfPublished }: { evenIfPublished: boolean },
): Promise<boolean> {
  try {
    await publishUnderLock(db, async (snapshot) => {
      if (evenIfPublished || snapshot.revision !== snapshot.publishedRevision) await put(REGISTRY, snapshot);
    });
    return true;
  } catch (error) {
    log('error', 'The registry of areas was not published', { cause: formatErrorCauses(error, { withStack: true }) });
    return false;
  }
}

/** Publishes a state that a change couldn't publish, or that the store has lost. */
export async function publishWhatIsNot(env: Env): Promise<void> {
  await using pool = connectPool(env);
  try {
    const published = await env.REGISTRY.get<PublishedRegistry>(REGISTRY_KEY, 'json');
    await publishUnderLock(pool.db, async (snapshot) => {
      const { revision, publishedRevision } = snapshot;
      if (revision !== publishedRevision || published?.revision !== revision) await put(env.REGISTRY, snapshot);
    });
  } catch (error) {
    log('error', 'The registry of areas was not published', { cause: formatErrorCauses(error, { withStack: true }) });
  }
}

async function put(store: KVNamespace, { revision, entries }: RegistrySnapshot): Promise<void> {
  const text = JSON.stringify(publishedRegistry(revision, entries));
  const tooLate = () => new Error('The store of the registry did not respond in time');
  const write = () => inTime(store.put(REGISTRY_KEY, text), PUT_TIMEOUT_MS, tooLate);
  try {
    await write();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await write();
  }
}

function publishedRegistry(
  revision: number,
  entries: readonly { deployment: DeploymentRow; versions: readonly DeploymentVersionRow[] }[],
): PublishedRegistry {
  const areas: Record<string, PublishedArea> = {};
  for (const { deployment, versions } of entries) {
    const { name, liveVersion, canaryVersion, canaryPercent } = deployment;
    const find = (version: string | null) => publishedVersion(versions.find((row) => row.version === version));
    const [live, canary] = [find(liveVersion), find(canaryVersion)];
    if (findDeploymentKind(name) !== 'area' || !live) continue;
    const label = versions.find(({ version }) => version === liveVersion)?.menuLabel;
    areas[name] = {
      ...live,
      ...(canary && canaryPercent !== null ? { canary: { ...canary, percent: canaryPercent } } : {}),
      ...(label ? { menu: { label } } : {}),
    };
  }
  return { revision, areas };
}

function publishedVersion(row: DeploymentVersionRow | undefined): PublishedVersion | null {
  return row?.integrity ? { version: row.version, entry: buildEntryPath(row.name, row.version), integrity: row.integrity } : null;
}
