import { ApiError, type ApiErrorBody, type Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { InstallInfo } from './stored-install.ts';

/** `leave`: to the store's own page; otherwise a page of Portage. */
export type AfterInstall = { kind: 'leave'; url: string } | { kind: 'page'; path: string };

const ZOOM_TYPE_ID = 'system-zoom';
/** Distinguishes connectors that an installation created from those that a person added. */
const ZOOM_DESCRIPTION = 'Installed from the Zoom App Marketplace';

/** Continues an installation (spec AUTH-42, AUTH-44). @throws ApiError */
export async function install(api: Client<Calls>, info: InstallInfo): Promise<AfterInstall> {
  return info.app === 'zoom' ? installZoom(api) : installShopify(api, info);
}

async function installShopify(api: Client<Calls>, { app, storeHost, code, state, isGiftCard, query }: InstallInfo): Promise<AfterInstall> {
  const { confirmationUrl } = await api('POST /api/apps/shopify/signin', {
    body: { storeHost: storeHost ?? '', code, state, isGiftCard, query },
  });
  return confirmationUrl ? { kind: 'leave', url: confirmationUrl } : { kind: 'page', path: `/apps/${app}/help` };
}

/** Portage didn't start the store's flow, so Zoom is asked again with our own state. If interrupted, it continues with its connector. */
async function installZoom(api: Client<Calls>): Promise<AfterInstall> {
  const begunId = await unfinishedZoomConnector(api);
  const { id, redirectUrl } = begunId
    ? { id: begunId, ...(await api('POST /api/connectors/{id}/reconnect', { params: { id: begunId } })) }
    : await createZoomConnector(api);
  return redirectUrl ? { kind: 'leave', url: redirectUrl } : { kind: 'page', path: `/connectors/${id}/edit` };
}

async function unfinishedZoomConnector(api: Client<Calls>): Promise<string | undefined> {
  const { connectors } = await api('GET /api/connectors', { query: { connectorTypeId: ZOOM_TYPE_ID, pageSize: 100 } });
  return connectors.find(({ description, connectedAt }) => description === ZOOM_DESCRIPTION && !connectedAt)?.id;
}

async function createZoomConnector(api: Client<Calls>): Promise<{ id: string; redirectUrl?: string | null | undefined }> {
  const body = { name: 'Zoom', description: ZOOM_DESCRIPTION, connectorTypeId: ZOOM_TYPE_ID };
  const { connector, redirectUrl } = await api('POST /api/connectors', { body }).catch((error: unknown) => {
    throw asksForClient(error) ? new Error('Zoom is not set up in this Portage: PORTAGE_ZOOM_CLIENT_ID is missing.') : error;
  });
  return { id: connector.id, redirectUrl };
}

/** Whether the API lacks a Client Id. People can't enter one here; the operator of Portage sets it. */
function asksForClient(error: unknown): boolean {
  const entries = error instanceof ApiError ? ((error.body as ApiErrorBody | null)?.errors ?? []) : [];
  return entries.some((entry) => (entry as { field?: string }).field === 'clientId');
}
