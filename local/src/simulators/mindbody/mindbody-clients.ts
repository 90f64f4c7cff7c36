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
    if (Test !== true) {
      site.clients.put(changed);
      tellOfClient(changed.Active === false ? 'client.deactivated' : 'client.updated', changed);
    }
    return toJsonResponse({ Client: changed });
  }

  function addClient({
    NewId,
    Test,
    SendAccountEmails: _account,
    SendPromotionalEmails: _promotion,
    ...given
  }: Record<string, unknown>): SimulatedResponse {
    const { FirstName, LastName, Email } = given;
    for (const [name, value] of Object.entries({ FirstName, LastName })) {
      if (typeof value !== 'string' || value.trim() === '') return failed(400, 'MissingRequiredFields', `${name} is required.`);
    }
    const UniqueId = site.nextClient();
    const Id = typeof NewId === 'string' && NewId !== '' ? NewId : String(UniqueId);
    if (site.clients.get(Id)) return failed(400, 'InvalidClientId', 'The client id is in use already.');
    const client: Client = {
      ...given,
      Active: true,
      CreationDate: timestamp(),
      Id,
      UniqueId,
      FirstName: String(FirstName),
      LastName: String(LastName),
      Email: typeof Email === 'string' ? Email : null,
      LastModifiedDateTime: timestamp(),
    };
    if (Test !== true) {
      site.clients.put(client);
      tellOfClient('client.created', client);
    }
    return toJsonResponse({ Client: client });
  }

  function tellOfClient(eventId: string, { Id, UniqueId, FirstName, LastName, Email, LastModifiedDateTime }: Client): void {
    subscriptions.tell(eventId, {
      siteId: Number(siteId),
      clientId: Id,
      clientUniqueId: UniqueId,
      creationDateTime: `${LastModifiedDateTime}Z`,
      status: 'Active',
      firstName: FirstName,
      lastName: LastName,
      email: Email,
    });
  }

  return { listClients, updateClient, addClient, tellOfClient };
}
