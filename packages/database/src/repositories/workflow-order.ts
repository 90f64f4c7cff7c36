import { asc, desc, type SQL, sql } from 'drizzle-orm';
import { workflows } from '../schema/workflows.ts';

/** A column of the list; with a dash before it, the last comes first. */
export type WorkflowSort = 'name' | '-name' | 'lastRunAt' | '-lastRunAt' | 'isActive' | '-isActive';

const name = sql`lower(${workflows.name})`;
/** Last of all, so that no workflow stands on two pages. */
const newestFirst = [desc(workflows.createdAt), desc(workflows.id)];

/** @param lastRunAt when the workflow ran last; a workflow that never ran comes last, however the list is sorted */
export function workflowOrder(sort: WorkflowSort | undefined, lastRunAt: SQL): SQL[] {
  switch (sort) {
    case undefined:
      return newestFirst;
    case 'name':
      return [asc(name), ...newestFirst];
    case '-name':
      return [desc(name), ...newestFirst];
    case 'lastRunAt':
      return [sql`${lastRunAt} asc nulls last`, ...newestFirst];
    case '-lastRunAt':
      return [sql`${lastRunAt} desc nulls last`, ...newestFirst];
    case 'isActive':
      return [desc(workflows.isActive), asc(name), ...newestFirst];
    case '-isActive':
      return [asc(workflows.isActive), asc(name), ...newestFirst];
    default:
      return sort satisfies never;
  }
}
