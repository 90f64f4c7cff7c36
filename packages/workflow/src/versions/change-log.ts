import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { diffVersions, type VersionChange } from './diff-versions.ts';

/** A saved state of the workflow's steps (spec EDIT-31). */
export interface WorkflowVersion {
  id: string;
  lastUpdatedAt: string;
  steps: WorkflowStep[];
  /** Saved as a draft next to an active version. */
  isDraft?: boolean;
  /** People gave it a name or a note. */
  label?: string | null;
  note?: string | null;
}

/**
 * Each version with its changes since the previous one, newest first (spec EDIT-27..29): versions without a change are left out, except the
 * oldest and those with a name or a note. A draft follows whatever was saved before it; other versions follow one another, because
 * discarded drafts never became part of the workflow.
 *
 * @param versions in any order.
 */
export function buildChangeLog<Version extends WorkflowVersion>(
  versions: readonly Version[],
): { version: Version; changes: VersionChange[] }[] {
  const oldestFirst = [...versions].sort((one, other) => Date.parse(one.lastUpdatedAt) - Date.parse(other.lastUpdatedAt));
  let newest: Version | null = null;
  let newestOutsideDrafts: Version | null = null;
  const log = oldestFirst.map((version) => {
    const before = version.isDraft ? newest : (newestOutsideDrafts ?? newest);
    newest = version;
    if (!version.isDraft) newestOutsideDrafts = version;
    return { version, changes: diffVersions(before?.steps ?? null, version.steps) };
  });
  return log.filter(({ version, changes }, at) => at === 0 || changes.length > 0 || version.label || version.note).reverse();
}
