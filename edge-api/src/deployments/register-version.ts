import { contractVersion } from '@portage/contracts';
import {
  type ContractUses,
  connectPool,
  type DeployedFile,
  type DeployedSource,
  type DeploymentVersionRow,
  findLiveVersion,
  lockDeployment,
} from '@portage/database';
import { type DeploymentKind, isAreaName, isCompressedShared, MANIFEST_FILE, REMOTE_ENTRY_FILE, sharedMismatches } from '@portage/registry';
import { ApiProblem, conflict, invalid } from '../http/api-problem.ts';
import type { DeployContext } from '../http/context.ts';
import { areaStore } from './area-store.ts';
import { auditOfDeployer } from './audit-deployment.ts';
import { requireDeployable, requireVersionName } from './authorize-deployer.ts';
import { adoptCompressed, filesProblems, manifestProblems } from './check-area-files.ts';

export interface RegisteredVersion {
  files: DeployedFile[];
  shared: Record<string, string>;
  sizeBrotliBytes: number;
  contractVersion?: string | null | undefined;
  source?: DeployedSource | null | undefined;
  uses?: ContractUses | null | undefined;
  /** Uploaded for a preview only. */
  isPreview?: boolean | undefined;
  menu?: { label: string } | null | undefined;
}

/**
 * Registers a version once its files are stored and it fits the deployed shell.
 *
 * @returns whether it is new; registering the same version again changes nothing
 * @throws ApiProblem 400 `version-refused` with everything that is wrong, 409 when the version is registered with different files
 */
export async function registerVersion(
  context: DeployContext,
  givenName: string,
  givenVersion: string,
  body: RegisteredVersion,
): Promise<boolean> {
  const { name, kind } = requireDeployable(context.deployer, givenName);
  const version = requireVersionName(kind, givenVersion);
  if (kind === 'worker') requireCommand(context, name);
  await using pool = connectPool(context.env);
  // Awaited, so that the pool isn't closed first.
  return await lockDeployment(pool.db, name, async (locked) => {
    const known = await locked.findVersion(version);
    if (known && !known.removedAt) {
      if (kind === 'worker' || isSame(known.files, body.files, (path) => !isCompressedShared(path))) return false;
      throw conflict('version-registered', `Version ${version} of ${name} is registered with different files. A version never changes.`);
    }
    // Browsers and caches may keep a file for a year.
    if (known && !isSame(known.files, body.files, (path) => !path.endsWith('.br'))) {
      throw conflict(
        'version-registered',
        `Version ${version} of ${name} had different files before they were deleted. A version never changes.`,
      );
    }
    if (kind === 'worker' && body.files.length > 0) throw invalid('Files of Workers are uploaded by wrangler, not here.', 'files');
    if (kind === 'area') requireSupportedContract(name, body.contractVersion);
    requireMenu(name, kind, body.menu ?? null);
    const { integrity, files } = kind === 'area' ? await checkArea(context, name, version, body) : { integrity: null, files: [] };
    const at = context.now();
    const { by } = context.deployer;
    const row: DeploymentVersionRow = {
      name,
      version,
      files,
      integrity,
      shared: body.shared,
      sizeBrotliBytes: body.sizeBrotliBytes,
      contractVersion: body.contractVersion ?? null,
      source: body.source ?? null,
      uses: body.uses ?? null,
      isPreview: body.isPreview ?? false,
      menuLabel: body.menu?.label ?? null,
      uploadedAt: at,
      by,
      removedAt: null,
    };
    const event = { at, by, action: 'Registered', version, fromVersion: null, percent: null, note: null };
    await locked.saveVersion(row, event, auditOfDeployer(context, 'deployment.registered', { name, version }));
    return true;
  });
}

/** @throws ApiProblem 409: a person at the page can change a Worker's record, but not the Worker. */
export function requireCommand({ deployer }: DeployContext, name: string): void {
  if (deployer.user === null) return;
  throw conflict('worker-by-command', `The Worker ${name} is deployed and rolled back by command: npm run deploy -w ${name}.`);
}

/** @throws ApiProblem 400 */
function requireMenu(name: string, kind: DeploymentKind, menu: { label: string } | null): void {
  const isOutside = kind === 'area' && !isAreaName(name);
  if (isOutside && !menu) throw invalid(`${name} is not an area of Portage’s own repository, so it needs a label for the menu.`, 'menu');
  if (!isOutside && menu) throw invalid(`${name} has its menu entry in Portage’s own repository.`, 'menu');
}

async function checkArea(
  { env, db }: DeployContext,
  area: string,
  version: string,
  body: RegisteredVersion,
): Promise<Pick<DeploymentVersionRow, 'integrity' | 'files'>> {
  const store = areaStore(env.AREA_BUCKET);
  const stored = new Map([...(await store.list(area, version)), ...(await store.listShared(area))]);
  const files = adoptCompressed(body.files, stored);
  const problems = filesProblems(files, stored);
  if (problems.length === 0) {
    const manifest = (await store.readText(area, version, MANIFEST_FILE)) ?? '';
    const shell = await findLiveVersion(db, 'shell');
    problems.push(
      ...manifestProblems(manifest, area, version, { files, shared: body.shared }),
      ...(shell ? sharedMismatches(body.shared, shell.shared) : []),
    );
  }
  const [first] = problems;
  if (first !== undefined) {
    const entries = problems.map((problem) => ({ userMessage: problem, message: problem, code: 'version-refused' }));
    throw new ApiProblem(400, 'version-refused', first, { entries });
  }
  return { integrity: { manifest: getIntegrity(files, MANIFEST_FILE), remoteEntry: getIntegrity(files, REMOTE_ENTRY_FILE) }, files };
}

/** In the format of a browser's `integrity` attribute. */
function getIntegrity(files: readonly DeployedFile[], path: string): string {
  const { sha256 = '' } = files.find((file) => file.path === path) ?? {};
  return `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`;
}

/** @param counts false for compressed files that another compressor may have made: they mean the same */
function isSame(known: readonly DeployedFile[], files: readonly DeployedFile[], counts: (path: string) => boolean): boolean {
  const lines = (list: readonly DeployedFile[]) =>
    list
      .filter(({ path }) => counts(path))
      .map(({ path, sha256 }) => `${path} ${sha256}`)
      .sort();
  return lines(known).join('\n') === lines(files).join('\n');
}

/**
 * An area built against an older contract keeps working, which a test in packages/contracts ensures. One built against a
 * newer contract would make calls that don't exist yet.
 *
 * @throws ApiProblem 409 `contract-too-new`
 */
function requireSupportedContract(area: string, built: string | null | undefined): void {
  if (!built || !/^\d{1,9}$/.test(built) || Number(built) <= contractVersion) return;
  throw conflict(
    'contract-too-new',
    `${area} was built against contract ${built} of the API, but the running API has contract ${contractVersion}. Deploy edge-api first.`,
  );
}
