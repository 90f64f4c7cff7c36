import { type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { failed, page } from './mindbody-answers.ts';
import { type Client, type MindbodySite, siteTime } from './mindbody-site.ts';
import type { MindbodySubscriptions } from './mindbody-subscriptions.ts';

/** A site's clients, and the events that report their changes to subscribers. */
export function mindbodyClients(site: MindbodySite, siteId: string, subscriptions: MindbodySubscriptions) {
  const { timestamp } = site;

  function listClients(call: SimulatedCall): SimulatedResponse {
    const { searchParams } = call.url;
    const ids = searchParams.getAll('request.clientIds');
    const search = (searchParams.get('request.searchText') ?? '').toLowerCase();
    const since = siteTime(searchParams.get('request.lastModifiedDate'));
    const all = since === null ? site.clients.all() : site.clientsInTime.from(since);
    const named =
      ids.length > 0 ? ids.flatMap((id) => site.clients.get(id) ?? []) : search.includes('@') ? site.clientsByEmail(search) : [];
    const isFew = ids.length > 0 || named.length > 0;
    const includesInactive = searchParams.get('request.includeInactive') === 'true';
    const isWanted = ({ FirstName, LastName, Email, LastModifiedDateTime, Active }: Client) =>
      (includesInactive || Active !== false) &&
      (search === '' || `${FirstName} ${LastName} ${Email}`.toLowerCase().includes(search)) &&
      (since === null || LastModifiedDateTime >= since);
    return page(call, 'Clients', (isFew ? named : all).filter(isWanted));
  }

  function updateClient({ Client: given, Test }: Record<string, unknown>): SimulatedResponse {
    const { Id, UniqueId: _unique, LastModifiedDateTime: _modified, ...fields } = (given ?? {}) as Partial<Client>;
    const client = site.clients.get(String(Id ?? ''));
    if (!client) return failed(400, 'InvalidClientId', 'The client was not found.');
    const changed = { ...client, ...fields, LastModifiedDateTime: timestamp() };
    if (Test !== true) tellOfClient(changed.Active === false ? 'client.deactivated' : 'client.updated', site.clients.put(changed));
    return toJsonResponse({ Client: changed });
  }

  function addClient(body: Record<string, unknown>): SimulatedResponse {
    const { NewId, Test, SendAccountEmails: _account, SendPromotionalEmails: _promotion, FirstName, LastName, Email, ...more } = body;
    if (typeof FirstName !== 'string' || FirstName.trim() === '') return failed(400, 'MissingRequiredFields', 'FirstName is required.');
    if (typeof LastName !== 'string' || LastName.trim() === '') return failed(400, 'MissingRequiredFields', 'LastName is required.');
    const UniqueId = site.nextClient();
    const Id = typeof NewId === 'string' && NewId !== '' ? NewId : String(UniqueId);
    if (site.clients.get(Id)) return failed(400, 'InvalidClientId', 'The client id is in use already.');
    const given = { ...more, FirstName, LastName, Email: typeof Email === 'string' ? Email : null };
    const client: Client = { ...given, Active: true, Id, UniqueId, CreationDate: timestamp(), LastModifiedDateTime: timestamp() };
    if (Test !== true) tellOfClient('client.created', site.clients.put(client));
    return toJsonResponse({ Client: client });
  }

  function tellOfClient(eventId: string, client: Client): void {
    const { Id: clientId, UniqueId: clientUniqueId, FirstName: firstName, LastName: lastName, Email: email } = client;
    const data = { clientId, clientUniqueId, status: 'Active', firstName, lastName, email };
    subscriptions.tell(eventId, { siteId: Number(siteId), ...data, creationDateTime: `${client.LastModifiedDateTime}Z` });
  }

  return { listClients, updateClient, addClient, tellOfClient };
}
