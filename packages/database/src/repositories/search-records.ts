import type { OwnerId } from '@portage/contracts';
import { and, desc, eq, not, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { connectorTypes } from '../schema/connector-types.ts';
import { connectors } from '../schema/connectors.ts';
import { users } from '../schema/users.ts';
import { workflows } from '../schema/workflows.ts';
import { type Scope, withinScope } from './rows/scope.ts';
import { containsText, isUuid } from './rows/text-search.ts';

export interface FoundWorkflow {
  id: string;
  name: string;
  isActive: boolean;
  ownerUserId: OwnerId;
  ownerUserEmail: string;
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
