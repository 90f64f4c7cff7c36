import { type ConnectorRecord, findConnectorType, updateConnector } from '@portage/database';
import { auditChange } from '../../audit/record-audit.ts';
import { ownConnector } from '../../connector-types/own-connector.ts';
import { connectionObject } from '../../connectors/connection-object.ts';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { parseJson } from '../call-outside.ts';
import { addressAt, checkChooses } from '../xero/xero-tenants.ts';

const LIST_PATH = '/v4.1/customer/locations';
const PAGE_SIZE = 100;
/** No account has this many locations, so a longer list is a fault in the system. */
const MOST_PAGES = 50;

interface Location {
  id: string;
  name: string;
}

/**
 * Spec API-115. Booker's lists are read by POST, page by page, and end with an empty page: a page may hold fewer entries than requested.
 * A page that only repeats earlier entries ends the list too.
 */
export async function bookerLocations(context: UserContext, connectorId: string): Promise<Location[]> {
  const connector = await ownConnector(context, connectorId);
  const type = await findConnectorType(context.db, 'everyone', connector.connectorTypeId);
  checkChooses(type, 'customOptions.locationId', 'locations');
  const settings = type?.settings;
  const url = addressAt((connector.useSandbox && settings?.sandboxBaseUrl) || settings?.baseUrl || '', LIST_PATH);
  const found = new Map<string, Location>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const more = await loadPage(context, connector, url, page);
    const isRepeated = more.length > 0 && more.every((location) => location !== null && found.has(location.id));
    if (more.length === 0 || isRepeated) return [...found.values()];
    for (const location of more) if (location) found.set(location.id, location);
  }
  throw new ApiProblem(
    502,
    'app-refused',
    `Booker lists more than ${MOST_PAGES} pages of locations. Ask Booker’s support for the account’s list.`,
  );
}

/** @returns null for an entry without an id, which can't be chosen */
async function loadPage({ env, user }: UserContext, { id }: ConnectorRecord, url: string, page: number): Promise<(Location | null)[]> {
  const result = await connectionObject(env, id).call({
    ownerUserId: user.id,
    connectorId: id,
    omitsUnfilledKeys: true,
    request: {
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      // The connection puts its token there too.
      body: JSON.stringify({ access_token: '', UsePaging: true, PageSize: PAGE_SIZE, PageNumber: page }),
    },
  });
  if (result.outcome === 'refused') throw new ApiProblem(502, 'connection-refused', result.message);
  const body = parseJson(result.body) as Readonly<Record<string, unknown>> | null;
  // A 200 with an error in it, or with nothing at all, is Booker's way of refusing.
  const list = body && !body.error ? (body.Results ?? body.Locations) : null;
  if (result.status !== 200 || !Array.isArray(list)) {
    throw new ApiProblem(502, 'app-refused', `Booker responded with ${result.status} without locations. Try Re-Connect.`);
  }
  return list.map((one: Readonly<Record<string, unknown>> | null) => {
    const id = one?.ID ?? one?.LocationID;
    return id === undefined || id === null ? null : { id: String(id), name: String(one?.BusinessName ?? one?.Name ?? id) };
  });
}

/** Spec API-116, CONN-59: accepts only a location of this business. */
export async function chooseBookerLocation(
  context: UserContext,
  connectorId: string,
  locationId: string,
): Promise<{ isSuccess: boolean; errorMessage: string | null }> {
  const connector = await ownConnector(context, connectorId);
  const locations = await bookerLocations(context, connectorId);
  const chosen = locations.find(({ id }) => id === locationId);
  if (!chosen) return { isSuccess: false, errorMessage: 'Could not select Booker Location. Please try again.' };
  const { db, env, now, user } = context;
  const customOptions = { locationId: chosen.id, locationName: chosen.name };
  await updateConnector(db, user.id, connectorId, { customOptions, lastUpdatedAt: now() }, {});
  await connectionObject(env, connectorId).changed();
  await auditChange(context, 'connector.saved', { connectorId, name: connector.name, locationId: chosen.id });
  return { isSuccess: true, errorMessage: null };
}
