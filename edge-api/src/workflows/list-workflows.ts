import { type HandlerResult, NO_FOLDER, type ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { findWorkflowOverviews, listWorkflowRecords, type WorkflowOverview, type WorkflowRecord } from '@portage/database';
import { chooseLocale, formatTimeOfDay } from '@portage/primitives/locale';
import { triggerWords } from '@portage/workflow';
import type { UserContext } from '../http/context.ts';
import { listScope } from '../http/list-scope.ts';
import { presentSummary } from './present-workflow.ts';

type Query = ParsedInput<Calls, 'GET /api/workflows'>['query'];
type Listed = HandlerResult<Calls, 'GET /api/workflows'>;
type PresentedOverview = NonNullable<Listed['workflows'][number]['overview']>;

/** One page of workflows (spec API-22), with overviews if requested. */
export async function listWorkflows({ isAdmin, withOverview = false, folderId, ...filter }: Query, context: UserContext): Promise<Listed> {
  const { db, user } = context;
  const scope = listScope(user, { isAdmin, userEmail: filter.userEmail });
  const folder = folderId ? { folderId: folderId === NO_FOLDER ? null : folderId } : {};
  const { workflows, totalCount } = await listWorkflowRecords(db, scope, { ...filter, ...folder });
  if (!withOverview) return { workflows: workflows.map(presentSummary), totalCount };
  const ids = workflows.map(({ id }) => id);
  const locale = readLocale(context.request);
  const overviews = await findWorkflowOverviews(db, user.id, ids);
  return {
    workflows: workflows.map((workflow) => ({
      ...presentSummary(workflow),
      overview: presentOverview(workflow, overviews.get(workflow.id), locale),
    })),
    totalCount,
  };
}

/** A trigger can't be hidden from its owner, unlike other steps. */
function presentOverview(
  { triggerType }: WorkflowRecord,
  overview: WorkflowOverview | undefined,
  locale: string | null,
): PresentedOverview {
  const writeTime = locale === null ? undefined : (wall: Date) => formatTimeOfDay(wall, locale);
  return {
    startedBy:
      triggerType === null
        ? 'No trigger yet'
        : triggerWords({ ...overview?.trigger, triggerType }, overview?.connectorTypeName ?? null, writeTime),
    lastRuns: (overview?.lastRuns ?? []).map((run) => ({ ...run, createdAt: run.createdAt.toISOString() })),
  };
}

/** The language that the browser asks for; null for programs that name none. */
function readLocale({ headers }: Request): string | null {
  const tags = (headers.get('accept-language') ?? '').split(',').map((tag) => tag.replace(/;.*/, '').trim());
  return chooseLocale(tags.filter((tag) => tag !== ''));
}
