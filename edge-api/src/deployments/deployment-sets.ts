import { compareSets, type SetPart } from '@portage/contracts';
import {
  type DeploymentSetRow,
  type DeploymentVersionRow,
  findLiveVersion,
  findSet,
  type HttpDatabase,
  listSets,
  listVersionsNamed,
} from '@portage/database';
import { findDeploymentKind, isAreaName, remove, returnTo } from '@portage/registry';
import { conflict, notFound } from '../http/api-problem.ts';
import type { DeployContext } from '../http/context.ts';
import { changeDeployments, type DoneChange, describeMismatch, type Reason } from './change-deployment.ts';

const LISTED = 50;

type Version = Awaited<ReturnType<typeof listVersionsNamed>>[number];

/** The newest sets first, each with what it changed. */
export async function presentSets(db: HttpDatabase) {
  // One more, which the oldest is compared with.
  const [rows, shell] = await Promise.all([listSets(db, LISTED + 1), findLiveVersion(db, 'shell')]);
  const versions = await listVersionsNamed(
    db,
    rows.flatMap(({ parts }) => parts.flatMap(listVersions)),
  );
  const present = { parts: rows[0]?.parts ?? [], shell, versions };
  return { sets: rows.slice(0, LISTED).map((row, index) => presentSet(row, rows[index + 1], present)) };
}

/** What is live now, and the versions that sets name. */
interface Present {
  parts: readonly SetPart[];
  shell: DeploymentVersionRow | null;
  versions: readonly Version[];
}

function presentSet(set: DeploymentSetRow, before: DeploymentSetRow | undefined, present: Present) {
  const { number, at, by, action, note, contractVersion, parts } = set;
  const refusal = findRefusal(set, present);
  return {
    number,
    at: at.toISOString(),
    by,
    action: action as 'Deployed',
    note,
    contractVersion,
    parts,
    changes: compareSets(before?.parts ?? [], parts),
    hasFiles: parts
      .filter(isArea)
      .every((part) => listVersions(part).every((version) => findIn(present.versions, part.name, version)?.removedAt === null)),
    ...(refusal ? { refusal } : {}),
  };
}

interface Refusal {
  code: 'set-incomplete' | 'version-cleared' | 'shell-differs';
  message: string;
}

/** Why the areas of a set can't be given to people again, exactly as they were; null: they can. */
function findRefusal({ number, parts: wanted }: DeploymentSetRow, { parts, shell, versions }: Present): Refusal | null {
  for (const { name, to } of compareSets(parts.filter(isArea), wanted.filter(isArea))) {
    if (!to && isAreaName(name))
      return { code: 'set-incomplete', message: `Set ${number} is from before ${name} was deployed. Choose a later set.` };
    for (const version of to ? listVersions(to) : []) {
      const found = findIn(versions, name, version);
      if (found?.removedAt !== null) {
        const message = `The files of version ${version} of ${name}, in set ${number}, were deleted. Deploy it again.`;
        return { code: 'version-cleared', message };
      }
      const mismatch = describeMismatch(found, shell);
      if (mismatch) return { code: 'shell-differs', message: mismatch };
    }
  }
  return null;
}

/**
 * Gives everyone the areas of a set again, live versions and canaries, as one new set.
 *
 * @throws ApiProblem 404 for unknown sets; 409 if it can't be restored exactly, or something else was deployed meanwhile
 */
export async function returnToSet(
  context: DeployContext,
  number: number,
  { expectedSet, note, overrideFreeze }: Reason & { expectedSet?: number | undefined },
): Promise<DoneChange> {
  const { db } = context;
  const [set, [last], shell] = await Promise.all([findSet(db, number), listSets(db, 1), findLiveVersion(db, 'shell')]);
  if (!set || !last) throw notFound(`Set ${number}`);
  const versions = await listVersionsNamed(db, set.parts.flatMap(listVersions));
  const refusal = findRefusal(set, { parts: last.parts, shell, versions });
  if (refusal) throw conflict(refusal.code, refusal.message);
  const changed = compareSets(last.parts.filter(isArea), set.parts.filter(isArea));
  return changeDeployments(
    context,
    // An area of another repository may be newer than the set.
    changed.map(({ name, to }) => ({ name, transitions: to ? returnTo(to) : [remove()] })),
    { note: `Return to set ${number}${note ? `: ${note}` : ''}`, overrideFreeze, expectedSet: expectedSet ?? last.number },
  );
}

function isArea({ name }: SetPart): boolean {
  return findDeploymentKind(name) === 'area';
}

function listVersions({ live, canary }: SetPart): string[] {
  return canary ? [live, canary.version] : [live];
}

function findIn(versions: readonly Version[], name: string, version: string): Version | undefined {
  return versions.find((row) => row.name === name && row.version === version);
}
