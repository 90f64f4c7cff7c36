import { parseRunId } from '@portage/contracts';
import { SEARCH_LIMIT, searchCalls } from '@portage/contracts/calls';
import { searchConnectors, searchRuns, searchWorkflows } from '@portage/database';
import { readContentFilter, withoutHiddenToday } from '../hidden-steps/hidden-today.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { listScope } from '../http/list-scope.ts';
import { readRun } from '../workflow-instances/locate-run.ts';
import { presentInstance } from '../workflow-instances/present-instance.ts';

/** A single letter isn't enough to search every run, or the names of everyone's workflows. */
const LEAST_LETTERS = { runs: 2, everyone: 3 };

export const searchRoutes = implement(searchCalls, {
  'GET /api/search': async ({ query: { text, isAdmin } }, context) => {
    const { db, user } = context;
    const wanted = listScope(user, { isAdmin });
    const scope = text.length < LEAST_LETTERS.everyone ? { ownerUserId: user.id } : wanted;
    const [workflows, runs, connectors] = await Promise.all([
      searchWorkflows(db, scope, text, SEARCH_LIMIT),
      findRuns(text, context),
      text === '' ? [] : searchConnectors(db, user.id, text, SEARCH_LIMIT),
    ]);
    return {
      workflows: workflows.map(({ id, name, isActive, ownerUserId, ownerUserEmail }) => ({
        id,
        name,
        isActive,
        ownerUserEmail: ownerUserId === user.id ? null : ownerUserEmail,
      })),
      runs,
      connectors: connectors.map(({ id, name, typeName }) => ({ id, name, typeName: typeName ?? '' })),
    };
  },
});

async function findRuns(text: string, context: UserContext) {
  if (parseRunId(text)) return runById(text, context);
  if (text.length < LEAST_LETTERS.runs) return [];
  const content = await readContentFilter(text, context);
  if (!content) return [];
  const found = await searchRuns(context.db, content, SEARCH_LIMIT);
  const shown = await withoutHiddenToday(found.map(presentInstance), context);
  return shown.map(({ id, name, status, createdAt, tags = [], identity }) => ({
    id,
    workflowName: name,
    status,
    createdAt,
    tag:
      tags.find(({ value }) => value.toLowerCase().startsWith(text.toLowerCase())) ??
      tags[0] ??
      (identity ? { name: identity.path, value: identity.value } : null),
    ownerUserEmail: null,
  }));
}

/** The run with an id, if it exists and the caller may read it. */
async function runById(runId: string, context: UserContext) {
  try {
    const { id, name, status, createdAt, ownerUserId, ownerUserEmail = null } = await readRun(runId, context);
    const isOwn = ownerUserId === context.user.id;
    return [{ id, workflowName: name, status, createdAt, tag: null, ownerUserEmail: isOwn ? null : ownerUserEmail }];
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return [];
    throw error;
  }
}
