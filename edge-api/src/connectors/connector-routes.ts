import { connectorCalls } from '@portage/contracts/calls';
import { listConnectors } from '@portage/database';
import { implement } from '../http/implement.ts';

/** API-74. */
export const connectorRoutes = implement(connectorCalls, {
  'GET /api/connectors': async ({ query }, { db, user }) => {
    const { connectors, totalCount } = await listConnectors(user.id, db, query);
    return {
      connectors: connectors.map((connector) => ({
        id: connector.id,
        name: connector.name,
        userId: connector.userId,
        connectorTypeId: connector.connectorTypeId,
        description: connector.description,
        slug: connector.slug,
        authorizationType: connector.authorizationType,
        createdAt: connector.createdAt.toISOString(),
        lastUpdatedAt: connector.lastUpdatedAt.toISOString(),
      })),
      totalCount,
    };
  },
});
