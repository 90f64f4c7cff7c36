import { existsSync, readFileSync } from 'node:fs';
import { computeBundleBytes } from '@portage/build-output';
import { contractVersion } from '@portage/contracts';
import {
  computeBundleSize,
  connect,
  type Deployment,
  type DeploymentsClient,
  type DescribeCalls,
  findUses,
  providedVersions,
  readBundle,
  readManifest,
} from '@portage/deploy-client';
import { writeDurably } from '../disk/write-durably.ts';
import { patientFetch } from '../processes/patient-fetch.ts';
import { StartError } from '../start-error.ts';
import type { BuiltArea } from './built-areas.ts';

export interface DeployBuiltSettings {
  origin: string;
  token: string;
  areas: readonly BuiltArea[];
  /** The running version of each Worker, and the folder of its bundle. */
  workers: Readonly<Record<string, RunningWorker>>;
  /** Records which versions `npm start` last deployed. */
  file: string;
}

interface RunningWorker {
  version: string;
  bundle: string;
}

const PARALLEL_UPLOADS = 8;

/**
 * Deploys this tree's build with the same calls as any other deploy. An area whose build hasn't changed since the last
 * start is left alone: a rollback survives a restart, even a rollback of a version that a command deployed, and a
 * change that is undone is deployed again.
 *
 * @throws StartError if an area has no version at all and the built one is refused
 */
export async function deployBuilt({ origin, token, areas, workers, file }: DeployBuiltSettings): Promise<void> {
  const client = connect({ url: origin, token, fetch: patientFetch() });
  const deployments = await client.all();
  const presentOf = (name: string) => deployments.find((one) => one.name === name);
  // The shell goes first: areas' packages are compared with the ones it shares.
  for (const [name, worker] of Object.entries(workers).sort(([a]) => (a === 'shell' ? -1 : 1))) {
    if (presentOf(name)?.live !== worker.version) await recordWorker(client, name, worker);
  }
  const last = readLast(file);
  const waiting = areas.filter(({ area, version }) => last[area] !== version || !presentOf(area)?.live);
  for (const built of waiting) {
    const present = presentOf(built.area);
    try {
      if (last[built.area] !== undefined && present && wasTakenBack(present, built.version)) {
        console.log(
          `The area ${built.area} stays at version ${present.live}: ${built.version} was taken back. Give it to people again with npm run rollback -w mfe-${built.area} ${built.version}.`,
        );
      } else await deploy(client, built, present, last[built.area] !== undefined);
      last[built.area] = built.version;
      writeDurably(file, JSON.stringify(last, null, 2));
    } catch (error) {
      const message = `The area ${built.area} was not deployed: ${(error as Error).message}`;
      if (!presentOf(built.area)?.live) throw new StartError(message);
      console.error(`${message} People keep version ${presentOf(built.area)?.live}.`);
    }
  }
}

async function recordWorker({ call }: DeploymentsClient, name: string, { version, bundle }: RunningWorker): Promise<void> {
  const shared = name === 'shell' ? { ...providedVersions() } : {};
  await call('POST /api/deployments/{name}/versions/{version}', {
    params: { name, version },
    body: { files: [], shared, sizeBrotliBytes: computeBundleBytes(bundle), contractVersion: String(contractVersion) },
  });
  // It runs already, whatever is frozen.
  await call('POST /api/deployments/{name}/live', { params: { name }, body: { version, overrideFreeze: 'npm start runs this version' } });
}

async function deploy(
  { call, upload }: DeploymentsClient,
  { area, version, folder }: BuiltArea,
  present: Deployment | undefined,
  isStoreKnown: boolean,
): Promise<void> {
  const isThere = present?.versions.some((one) => one.version === version && one.hasFiles);
  // A data folder that is new to this database has none of the files, whatever the database says.
  if (!isThere || !isStoreKnown) {
    const bundle = await readBundle(area, version, folder);
    const waiting = [...bundle.files];
    const work = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) await upload(area, version, file);
    };
    await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, work));
    const manifest = readManifest(bundle);
    const { uses } = findUses(bundle, await describesCalls());
    await call('POST /api/deployments/{name}/versions/{version}', {
      params: { name: area, version },
      body: {
        files: bundle.files.map(({ path, sha256, content }) => ({ path, sha256, bytes: content.length })),
        shared: { ...manifest.shared },
        sizeBrotliBytes: computeBundleSize(bundle, manifest).totalBytes,
        contractVersion: String(contractVersion),
        uses,
      },
    });
  }
  await call('POST /api/deployments/{name}/live', { params: { name: area }, body: { version } });
}

/** Loaded only when an area is uploaded: all calls with their schemas take a second. */
async function describesCalls(): Promise<DescribeCalls> {
  const [{ calls }, { describeContract }] = await Promise.all([
    import('@portage/contracts/calls'),
    import('@portage/contracts/compatibility'),
  ]);
  return (names) => describeContract(calls, names);
}

/** Whether the version's last event was a rollback from it, by a person or by Portage itself. */
export function wasTakenBack({ live, history }: Pick<Deployment, 'live' | 'history'>, version: string): boolean {
  const last = history.find(({ action }) => !['Registered', 'Failing', 'Held', 'Released', 'MarkedBad', 'MarkedGood'].includes(action));
  const isTaken = last?.action === 'RolledBack' || last?.action === 'FellBack';
  return isTaken && last.fromVersion === version && last.version === live;
}

function readLast(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    // Deploying again does no harm.
    return {};
  }
}
