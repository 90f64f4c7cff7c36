import { connectorTypeCalls } from '@portage/contracts/calls';
import { type ConnectorTypeRow, findConnectorType, isAdmin, listConnectorTypes, type Scope } from '@portage/database';
import { z } from 'zod';
import { isImage } from '../files/content-type.ts';
import { fileStore, uploadKey } from '../files/file-store.ts';
import { notFound } from '../http/api-problem.ts';
import type { SignedInUser } from '../http/context.ts';
import { implement, type Route, rawRoute } from '../http/implement.ts';
import { isOwnApi } from './own-api.ts';
import { presentConnectorType } from './present-connector-type.ts';
import {
  createConnectorType,
  editableConnectorType,
  removeConnectorType,
  saveConnectorType,
  shareConnectorType,
} from './save-connector-type.ts';

/** Types that the caller may see and use (spec CTYPE-28). */
export function getTypeScope(user: SignedInUser): Scope {
  return isAdmin(user) ? 'everyone' : { ownerUserId: user.id };
}

function maySeeSettings(row: ConnectorTypeRow, user: SignedInUser): boolean {
  return isAdmin(user) || isOwnApi(row, user);
}

/** Lists, reads and changes connector types and their logos (API-89..94, API-102). */
export const connectorTypeRoutes: Route[] = [
  ...implement(connectorTypeCalls, {
    async 'GET /api/connector-types'({ query }, { db, user }) {
      const page = await listConnectorTypes(db, getTypeScope(user), query);
      const types = page.connectorTypes.map((row) => presentConnectorType(row, maySeeSettings(row, user)));
      return { connectorTypes: types, totalCount: page.totalCount };
    },

    async 'POST /api/connector-types'({ body }, context) {
      return { connectorType: presentConnectorType(await createConnectorType(context, body), true) };
    },

    async 'GET /api/connector-types/{id}'({ params }, { db, user }) {
      const row = await findConnectorType(db, getTypeScope(user), params.id);
      if (!row) throw notFound('This connector type');
      return { connectorType: presentConnectorType(row, maySeeSettings(row, user)) };
    },

    async 'PUT /api/connector-types/{id}'({ params, body }, context) {
      const before = await editableConnectorType(context, params.id);
      return { connectorType: presentConnectorType(await saveConnectorType(context, before, body), true) };
    },

    async 'POST /api/connector-types/{id}/share'({ params }, context) {
      return { connectorType: presentConnectorType(await shareConnectorType(context, params.id), true) };
    },

    async 'DELETE /api/connector-types/{id}'({ params }, context) {
      await removeConnectorType(context, await editableConnectorType(context, params.id));
      return { isSuccess: true, warnings: [] };
    },
  }),

  // An image in a page sends no token, and logos aren't secret.
  rawRoute(
    ['GET', 'HEAD'],
    '/api/connector-types/{id}/logo',
    { access: 'public', effect: 'read', query: z.strictObject({ v: z.string().optional() }) },
    async ({ db, env, request }, { id = '' }, { v }) => {
      const type = await findConnectorType(db, 'everyone', id);
      const file = type?.logo && (await fileStore(env.FILES).get(uploadKey(type.logo.fileStorageId)));
      if (!file || !isImage(file.contentType)) throw notFound('This logo');
      // The pages name the file in the address (`?v=`), so another logo has another address.
      const isNamed = v === type.logo?.fileStorageId;
      const maxAgeSeconds = isNamed ? 7 * 86_400 : 300;
      return new Response(request.method === 'HEAD' ? null : (file.bytes as Uint8Array<ArrayBuffer>), {
        headers: {
          'content-type': file.contentType,
          'content-length': String(file.bytes.byteLength),
          'cache-control': `public, max-age=${maxAgeSeconds}`,
        },
      });
    },
  ),
];
