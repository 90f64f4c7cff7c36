import { connectorCalls } from '@portage/contracts/calls';
import { activeWorkflowsUsing, findConnectorType, listConnectors } from '@portage/database';
import { ownConnector } from '../connector-types/own-connector.ts';
import { invalid } from '../http/api-problem.ts';
import { implement, type Route } from '../http/implement.ts';
import { beginAuthorization } from './begin-authorization.ts';
import { callbackRoute } from './callback-route.ts';
import { asksPerson, resolveAuthorizationType } from './check-connector.ts';
import { connectionObject } from './connection-object.ts';
import { presentConnector, summarizeConnector } from './connector-secrets.ts';
import { createConnector, removeConnector, saveConnector } from './save-connector.ts';
import { makeSimulatedConnector } from './simulated/make-simulated-connector.ts';

const SHOWN_WORKFLOWS = 5;

/** API-74..80, and the callback for systems that ask a person. */
export const connectorRoutes: Route[] = [
  ...implement(connectorCalls, {
    async 'GET /api/connectors'({ query }, { db, user }) {
      const { connectors, totalCount } = await listConnectors(db, user.id, query);
      return { connectors: connectors.map(summarizeConnector), totalCount };
    },

    async 'POST /api/connectors'({ body }, context) {
      const { record, redirectUrl } = await createConnector(context, body);
      return { connector: presentConnector(record), ...(redirectUrl ? { redirectUrl } : {}) };
    },

    async 'POST /api/connectors/simulated'({ body }, context) {
      return { connector: presentConnector(await makeSimulatedConnector(context, body.connectorTypeId)) };
    },

    async 'GET /api/connectors/{id}'({ params }, context) {
      return { connector: presentConnector(await ownConnector(context, params.id)) };
    },

    async 'PUT /api/connectors/{id}'({ params, body }, context) {
      return { connector: presentConnector(await saveConnector(context, params.id, body)) };
    },

    async 'DELETE /api/connectors/{id}'({ params }, context) {
      const users = await activeWorkflowsUsing(context.db, context.user.id, params.id, SHOWN_WORKFLOWS);
      const redirectUrl = await removeConnector(context, params.id, users);
      return { isSuccess: true, warnings: [], ...(redirectUrl ? { redirectUrl } : {}) };
    },

    async 'POST /api/connectors/{id}/reconnect'({ params }, context) {
      const record = await ownConnector(context, params.id);
      const type = await findConnectorType(context.db, 'everyone', record.connectorTypeId);
      if (!type) throw invalid('The application of this connector is no longer offered.');
      if (record.isSimulated || !asksPerson(type, resolveAuthorizationType(type, {}, record))) {
        throw invalid('This connector has no sign-in to repeat. Enter its credentials again and save.');
      }
      return { redirectUrl: await beginAuthorization(context, record, type) };
    },

    async 'POST /api/connectors/{id}/test'({ params }, context) {
      const { id } = await ownConnector(context, params.id);
      return connectionObject(context.env, id).testConnection({ ownerUserId: context.user.id, connectorId: id });
    },
  }),
  callbackRoute,
];
