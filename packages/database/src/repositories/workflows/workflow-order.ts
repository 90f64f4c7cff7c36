import { asc, desc, type SQL, sql } from 'drizzle-orm';
import { workflows } from '../../schema/workflows.ts';

/** A column of the list; a leading dash sorts descending. */
export type WorkflowSort = 'name' | '-name' | 'lastRunAt' | '-lastRunAt' | 'isActive' | '-isActive';

const name = sql`lower(${workflows.name})`;
/** Ends every order, so that no workflow appears on two pages. */
const newestFirst = [desc(workflows.createdAt), desc(workflows.id)];

/** @param lastRunAt when the workflow last ran; a workflow that never ran comes last in every order */
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
