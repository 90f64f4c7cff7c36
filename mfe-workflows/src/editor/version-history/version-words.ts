import { formatDateTime } from '@portage/ui';
import type { WorkflowVersion } from '../../api-types.ts';

type Authored = Pick<WorkflowVersion, 'savedBy' | 'savedByName'>;

/** @param count null for the first version */
export function countWords(count: number | null, isCurrent: boolean): string {
  const words = count === null ? 'First version' : count === 1 ? '1 change' : `${count} changes`;
  return isCurrent ? `Current · ${words}` : words;
}

export function authorWords({ savedBy, savedByName }: Authored): string {
  if (savedBy === 'owner') return savedByName ? `by ${savedByName}` : 'by the owner';
  return savedByName ? `by ${savedByName}, an admin` : 'by an admin';
}

export function versionName({ label, publishedNumber, isDraft, lastUpdatedAt }: Omit<WorkflowVersion, keyof Authored>): string {
  const kind = isDraft ? 'Draft' : publishedNumber === null ? null : `Version ${publishedNumber}`;
  return [label, kind, formatDateTime(lastUpdatedAt)].filter(Boolean).join(' · ');
}

/** @param wasActive the workflow was deactivated for it (spec EDIT-30), which people would otherwise not notice */
export function restoredWords(wasActive: boolean): string {
  return wasActive
    ? 'The version is now your draft, and the workflow is inactive. Switch Active on to publish it.'
    : 'The version is now your draft. Undo brings back the earlier draft.';
}
