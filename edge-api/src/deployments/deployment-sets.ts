import { compareSets, type SetPart } from '@portage/contracts';
import { type DeploymentSetRow, findLiveVersion, findSet, type HttpDatabase, listSets, listVersionsNamed } from '@portage/database';
import { findDeploymentKind, returnTo, sharedMismatches } from '@portage/registry';
import { conflict, notFound } from '../http/api-problem.ts';
import type { DeployContext } from '../http/context.ts';
import { changeDeployments, type DoneChange, type Reason } from './change-deployment.ts';

const LISTED = 50;

type Version = Awaited<ReturnType<typeof listVersionsNamed>>[number];

/** The newest sets first, each with what it changed. */
export async function presentSets(db: HttpDatabase) {
  // One more, which the oldest is compared with.
  const rows = await listSets(db, LISTED + 1);
  const versions = await listVersionsNamed(
    db,
    rows.flatMap(({ parts }) => parts.flatMap(listVersions)),
  );
  return { sets: rows.slice(0, LISTED).map((row, index) => presentSet(row, rows[index + 1], versions)) };
}

function presentSet(
  { number, at, by, action, note, contractVersion, parts }: DeploymentSetRow,
  before: DeploymentSetRow | undefined,
  versions: Version[],
) {
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
      .every((part) => listVersions(part).every((version) => findIn(versions, part.name, version)?.removedAt === null)),
  };
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
  const [before, wanted] = [last.parts.filter(isArea), set.parts.filter(isArea)];
  const changed = compareSets(before, wanted).map(({ name, to }) => {
    if (to) return to;
    throw conflict('set-incomplete', `Set ${number} is from before ${name} was deployed. Choose a later set.`);
  });
  const versions = await listVersionsNamed(db, changed.flatMap(listVersions));
  for (const part of changed) {
    for (const version of listVersions(part)) {
      const found = findIn(versions, part.name, version);
      if (found?.removedAt !== null) {
        throw conflict(
          'version-cleared',
          `The files of version ${version} of ${part.name}, in set ${number}, were deleted. Deploy it again.`,
        );
      }
      const [mismatch] = shell ? sharedMismatches(found.shared, shell.shared) : [];
      if (mismatch) {
        throw conflict(
          'shell-differs',
          `Version ${version} of ${part.name} doesn’t fit the live shell. ${mismatch} Roll the shell back first.`,
        );
      }
    }
  }
  return changeDeployments(
    context,
    changed.map((part) => ({ name: part.name, transitions: returnTo(part) })),
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
