import { findTellingTags, type WorkflowInstance, withoutHidden } from '@portage/contracts';
import {
  findStepsThatMayHide,
  findVersionSteps,
  type HiddenTags,
  listFoundWorkflows,
  type RunFilter,
  seesHiddenSteps,
  type WantedTag,
} from '@portage/database';
import { findHiddenNames, findHiding, hideBy } from '@portage/workflow';
import type { UserContext } from '../http/context.ts';

type HidingRun = Parameters<typeof withoutHidden>[0] & Pick<WorkflowInstance, 'workflowId' | 'workflowVersionId'>;

/** Whether a step of a run is hidden from a person today. */
export async function isHiddenToday(
  run: Pick<WorkflowInstance, 'workflowId' | 'workflowVersionId'>,
  step: string,
  { user, db }: Pick<UserContext, 'user' | 'db'>,
): Promise<boolean> {
  if (seesHiddenSteps(user)) return false;
  const current = (await findStepsThatMayHide(db, user.id, [run.workflowId])).get(run.workflowId);
  if (!current || !findHiding(current)) return false;
  const version = (await findVersionSteps(db, user.id, [run.workflowVersionId])).get(run.workflowVersionId);
  return findHiddenNames(version ? hideBy(version, findHiding(current)) : current)?.has(step) ?? false;
}

/** Which of the workflows hide steps today from their owner, who is the reader. */
export async function findHidingWorkflows(
  workflowIds: readonly string[],
  { user, db }: Pick<UserContext, 'user' | 'db'>,
): Promise<ReadonlySet<string>> {
  if (seesHiddenSteps(user)) return new Set();
  const current = await findStepsThatMayHide(db, user.id, [...new Set(workflowIds)]);
  return new Set([...current].flatMap(([workflowId, steps]) => (findHiding(steps) ? workflowId : [])));
}

/** The tags with values of steps that are hidden from a person today, in the workflows whose runs have the wanted tag. */
async function findHiddenTags(tag: WantedTag, { user, db }: Pick<UserContext, 'user' | 'db'>): Promise<HiddenTags[]> {
  if (seesHiddenSteps(user)) return [];
  const current = await findStepsThatMayHide(db, user.id, await listFoundWorkflows(db, user.id, tag));
  return [...current].map(([workflowId, steps]) => ({ workflowId, names: findTellingTags(steps) })).filter(({ names }) => names.length > 0);
}

/** A search through what a person's runs carried, by which they find no more than they may see. */
export async function readContentFilter(
  text: string | undefined,
  { user, db }: Pick<UserContext, 'user' | 'db'>,
): Promise<RunFilter['content']> {
  if (!text) return undefined;
  const current = seesHiddenSteps(user) ? [] : await findStepsThatMayHide(db, user.id, await listFoundWorkflows(db, user.id, { text }));
  const hiding = [...current].filter(([, steps]) => findHiding(steps));
  return { ownerUserId: user.id, text, hidden: hiding.map(([workflowId, steps]) => ({ workflowId, names: findTellingTags(steps) })) };
}

/** A wanted tag by which a person finds no more than they may see. */
export async function readTagFilter(
  {
    tagValue,
    tagName,
    isTagExact = false,
  }: { tagValue?: string | undefined; tagName?: string | undefined; isTagExact?: boolean | undefined },
  context: Pick<UserContext, 'user' | 'db'>,
): Promise<RunFilter['tag']> {
  if (!tagValue) return undefined;
  const tag = { value: tagValue, name: tagName || undefined, isExact: isTagExact };
  return { ...tag, hidden: await findHiddenTags(tag, context) };
}

/** Runs in a person's list, without what their summaries say about steps hidden from the person today. */
export async function withoutHiddenToday<Run extends HidingRun>(
  runs: Run[],
  { user, db }: Pick<UserContext, 'user' | 'db'>,
): Promise<Run[]> {
  const telling = runs.filter(({ failedStep, waiting, tags }) => failedStep || waiting || tags);
  if (seesHiddenSteps(user) || telling.length === 0) return runs;
  const current = await findStepsThatMayHide(db, user.id, [...new Set(telling.map(({ workflowId }) => workflowId))]);
  const hidings = new Map([...current].map(([workflowId, steps]) => [workflowId, findHiding(steps)]));
  const versionIds = telling.flatMap((run) => (hidings.get(run.workflowId) ? run.workflowVersionId : []));
  const versions = await findVersionSteps(db, user.id, [...new Set(versionIds)]);
  return runs.map((run) => {
    const steps = versions.get(run.workflowVersionId);
    return withoutHidden(run, steps ? hideBy(steps, hidings.get(run.workflowId) ?? null) : []);
  });
}
