import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type ListedVersionRecord, seesHiddenSteps, type WorkflowVersionRecord } from '@portage/database';
import { hideAlike, type WorkflowStep } from '@portage/workflow';
import { stepsFor } from '../hidden-steps/visible-to.ts';
import type { SignedInUser, UserContext } from '../http/context.ts';

type Version = HandlerResult<Calls, 'GET /api/workflows/{id}/versions/{versionId}'>['workflowVersion'];
type Draft = NonNullable<HandlerResult<Calls, 'GET /api/workflows/{id}/draft'>['draft']>;

/** A version with the steps that the caller sees. @param present the workflow's current steps: what they hide is hidden in every version */
export function presentVersion(version: ListedVersionRecord, present: WorkflowStep[], { user }: Pick<UserContext, 'user'>): Version {
  return {
    id: version.id,
    name: version.name,
    loggingMode: version.loggingMode,
    ...stepsFor(user, hideAlike(version.steps, present)),
    lastUpdatedAt: version.createdAt.toISOString(),
    savedBy: savedBy(version, user),
    savedByName: authorName(version, user),
    isDraft: version.draftOfVersionId !== null,
    publishedNumber: version.publishedNumber,
    publishedAt: version.publishedAt?.toISOString() ?? null,
    label: version.label,
    note: version.note,
  };
}

/** A draft with the steps that the caller sees. */
export function presentDraft(draft: WorkflowVersionRecord, { user }: Pick<UserContext, 'user'>): Draft {
  return {
    versionId: draft.id,
    fromVersionId: draft.draftOfVersionId ?? draft.id,
    ...stepsFor(user, draft.steps),
    lastUpdatedAt: draft.createdAt.toISOString(),
    savedBy: savedBy(draft, user),
  };
}

function savedBy({ createdByUserId }: WorkflowVersionRecord, user: SignedInUser): 'owner' | 'admin' {
  return createdByUserId === user.id ? 'owner' : 'admin';
}

/** Customers don't learn which admin acted for them. */
function authorName(version: ListedVersionRecord, user: SignedInUser): string | null {
  const { firstName, lastName, email } = version.author;
  if (savedBy(version, user) === 'admin' && !seesHiddenSteps(user)) return null;
  return `${firstName ?? ''} ${lastName ?? ''}`.trim() || email;
}
