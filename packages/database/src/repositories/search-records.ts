import type { OwnerId, RunStatus } from '@portage/contracts';
import { and, desc, eq, like, ne, not, notInArray, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { connectorTypes } from '../schema/connector-types.ts';
import { connectors } from '../schema/connectors.ts';
import { runTags } from '../schema/run-tags.ts';
import { users } from '../schema/users.ts';
import { workflowInstances } from '../schema/workflow-instances.ts';
import { workflows } from '../schema/workflows.ts';
import { type Scope, withinScope } from './rows/scope.ts';
import { containsText, escapeLike, isUuid } from './rows/text-search.ts';
import type { HiddenTags } from './runs/workflow-instances.ts';

export interface FoundWorkflow {
  id: string;
  name: string;
  isActive: boolean;
  ownerUserId: OwnerId;
  ownerUserEmail: string;
}

export interface FoundRun {
  id: string;
  name: string;
  status: RunStatus;
  createdAt: Date;
  ownerUserId: OwnerId;
  tagName: string;
  tagValue: string;
}

export interface FoundConnector {
  id: string;
  name: string;
  typeName: string | null;
}

/** Workflows by a part of their name or by id; names that begin with the text come first, then the last saved. */
export function searchWorkflows(db: HttpDatabase, scope: Scope, text: string, limit: number): Promise<FoundWorkflow[]> {
  const begins = sql`starts_with(lower(${workflows.name}), ${text.toLowerCase()})`;
  return db
    .select({
      id: workflows.id,
      name: workflows.name,
      isActive: workflows.isActive,
      ownerUserId: workflows.ownerUserId,
      ownerUserEmail: users.email,
    })
    .from(workflows)
    .innerJoin(users, eq(users.id, workflows.ownerUserId))
    .where(
      and(
        not(workflows.isDeleted),
        withinScope(scope, workflows.ownerUserId),
        isUuid(text) ? or(eq(workflows.id, text), containsText(workflows.name, text)) : containsText(workflows.name, text),
      ),
    )
    .orderBy(desc(begins), desc(workflows.lastUpdatedAt), desc(workflows.id))
    .limit(limit);
}

/** For a common prefix, only this many of the newest runs are read. */
const MOST_TAGS_READ = 1_000;

/** The owner's runs with a tag that isn't hidden and whose value begins with the text, newest first. */
export function searchRunsByTag(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  { text, hidden, limit }: { text: string; hidden: readonly HiddenTags[]; limit: number },
): Promise<FoundRun[]> {
  const tags = db
    .select()
    .from(runTags)
    .where(and(eq(runTags.ownerUserId, ownerUserId), like(runTags.value, `${escapeLike(text)}%`)))
    .limit(MOST_TAGS_READ)
    .as('tags');
  return db
    .select({
      id: workflowInstances.id,
      name: workflowInstances.name,
      status: workflowInstances.status,
      createdAt: workflowInstances.createdAt,
      ownerUserId: workflowInstances.ownerUserId,
      tagName: tags.name,
      tagValue: tags.value,
    })
    .from(tags)
    .innerJoin(workflowInstances, eq(workflowInstances.id, tags.runId))
    .where(
      and(...hidden.map(({ workflowId, names }) => or(ne(workflowInstances.workflowId, workflowId), notInArray(tags.name, [...names])))),
    )
    .orderBy(desc(workflowInstances.createdAt), desc(workflowInstances.id))
    .limit(limit);
}

/** The owner's connectors by a part of their name or of their type's name, newest first. */
export function searchConnectors(db: HttpDatabase, ownerUserId: OwnerId, text: string, limit: number): Promise<FoundConnector[]> {
  return db
    .select({ id: connectors.id, name: connectors.name, typeName: connectorTypes.name })
    .from(connectors)
    .leftJoin(connectorTypes, eq(connectorTypes.id, connectors.connectorTypeId))
    .where(
      and(
        eq(connectors.userId, ownerUserId),
        not(connectors.isDeleted),
        or(containsText(connectors.name, text), containsText(connectorTypes.name, text)),
      ),
    )
    .orderBy(desc(connectors.createdAt), desc(connectors.id))
    .limit(limit);
}
