import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { diffVersions, type VersionChange } from './diff-versions.ts';

/** A saved state of the workflow's steps (spec EDIT-31). */
export interface WorkflowVersion {
  id: string;
  lastUpdatedAt: string;
  steps: WorkflowStep[];
}

/**
 * Each version with what changed since the one before it, newest first (spec EDIT-27..29): versions without a change
 * are left out, save the oldest.
 *
 * @param versions in any order.
 */
export function changeLogOf<Version extends WorkflowVersion>(
  versions: readonly Version[],
): { version: Version; changes: VersionChange[] }[] {
  const oldestFirst = [...versions].sort((one, other) => Date.parse(one.lastUpdatedAt) - Date.parse(other.lastUpdatedAt));
  const log = oldestFirst.map((version, at) => ({ version, changes: diffVersions(oldestFirst[at - 1]?.steps ?? null, version.steps) }));
  return log.filter(({ changes }, at) => at === 0 || changes.length > 0).reverse();
}
