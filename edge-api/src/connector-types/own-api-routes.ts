import { ownApiCalls } from '@portage/contracts/calls';
import { implement } from '../http/implement.ts';
import { createOwnApi, ownApi, saveOwnApi } from './own-api.ts';
import { presentConnectorType } from './present-connector-type.ts';
import { readOwnDocument } from './read-own-document.ts';
import { removeConnectorType } from './save-connector-type.ts';

/** A person's own APIs: private connector types, which only they see and use. */
export const ownApiRoutes = implement(ownApiCalls, {
  'POST /api/own-apis/read': ({ body }, context) => readOwnDocument(context, body),

  async 'POST /api/own-apis'({ body }, context) {
    return { connectorType: presentConnectorType(await createOwnApi(context, body), true) };
  },

  async 'PUT /api/own-apis/{id}'({ params, body }, context) {
    return { connectorType: presentConnectorType(await saveOwnApi(context, params.id, body), true) };
  },

  async 'DELETE /api/own-apis/{id}'({ params }, context) {
    await removeConnectorType(context, await ownApi(context, params.id));
    return { isSuccess: true, warnings: [] };
  },
});
