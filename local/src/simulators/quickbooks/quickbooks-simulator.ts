import { callRate } from '../call-rate.ts';
import { createEntity } from '../entity-of.ts';
import { createIdempotentResponses } from '../idempotent-answers.ts';
import { InvalidQuery } from '../query/invalid-query.ts';
import { oauthTokens } from '../sign-in/oauth-tokens.ts';
import { parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { type EntityName, entityNames, type Fields, openCompany, type QuickBooksRecord, readField } from './company.ts';
import { parseQuickBooksQuery } from './parse-query.ts';
import { buildGatewayResponse, missing, QuickBooksFault, toFaultResponse } from './quickbooks-answers.ts';
import { makeSample, setUpCompany } from './quickbooks-samples.ts';
import { createRecord, existing, updateRecord } from './save-record.ts';
import { addToBalance } from './transactions.ts';

interface QuickBooksSettings {
  realmId: string;
  /** Calls per minute; QuickBooks allows 500. */
  perMinute?: number;
}

/** Records that are deactivated, never deleted. Queries leave inactive ones out unless they ask for them. */
const NAMED: readonly EntityName[] = ['Customer', 'Item', 'Account', 'Term', 'PaymentMethod'];
const TOKEN_SECONDS = 3_600;

/**
 * QuickBooks Online's Accounting API for a small company: a query language for lists, changes that name the token of
 * the version they change (5010 if it's another version), request ids that create once, faults in `Fault`.
 */
export function createQuickBooksSimulator(ports: SimulatorPorts, { realmId, perMinute = 500 }: QuickBooksSettings): OpenSystem {
  const company = openCompany(ports);
  const { time } = company;
  const tokens = oauthTokens(ports, { title: 'QuickBooks', lifeSeconds: TOKEN_SECONDS, rotates: true });
  const answers = createIdempotentResponses(ports);
  const rate = callRate({ burst: perMinute, perSecond: perMinute / 60 }, ports);
  if (ports.store.isNew) setUpCompany(company);

  const respond = (body: object) => toJsonResponse({ ...body, time: time() });
  const throttled = () => buildGatewayResponse(429, 'The request limit was reached.', time());

  function route(call: SimulatedCall): SimulatedResponse {
    const { pathname, searchParams } = call.url;
    const [, realm, kind = '', id, action] = /^\/v3\/company\/([^/]+)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (realm !== realmId) return buildGatewayResponse(403, 'The app may not use this company.', time());
    if (kind === 'query') return query(searchParams.get('query') ?? call.body);
    if (kind === 'preferences') {
      return respond({ Preferences: { CurrencyPrefs: { MultiCurrencyEnabled: false, HomeCurrency: { value: 'USD' } } } });
    }
    const entity = entityNames.find((name) => name.toLowerCase() === kind);
    if (!entity) throw new QuickBooksFault(2010, `There is no resource ${kind}.`);
    if (call.method === 'GET' && id !== undefined) return respond({ [entity]: company[entity].get(id) });
    if (call.method !== 'POST') throw new QuickBooksFault(500, `Operation ${call.method} is not supported.`);
    const requestId = searchParams.get('requestid');
    return answers.once(requestId === null ? null : `${kind} ${requestId}`, () =>
      respond({ [entity]: action === 'send' ? send(entity, id, searchParams.get('sendTo')) : write(call, entity) }),
    );
  }

  function write({ body: text, url }: SimulatedCall, entity: EntityName): object {
    const body = parseJsonObject(text);
    if (!body) throw new QuickBooksFault(2010, 'The body is no JSON object.');
    const operation = url.searchParams.get('operation');
    if (operation === 'void' || operation === 'delete') return voidOrDelete(entity, body, operation);
    return body.Id === undefined ? createRecord(company, entity, body) : updateRecord(company, entity, body);
  }

  function send(entity: EntityName, id: string | undefined, sendTo: string | null): object {
    const record = company[entity].get(id);
    const BillEmail = sendTo === null ? record.BillEmail : { Address: sendTo };
    if (!BillEmail) throw missing('BillEmail');
    return company[entity].change(record, { ...record, BillEmail, EmailStatus: 'EmailSent' });
  }

  function voidOrDelete(entity: EntityName, body: Fields, operation: 'void' | 'delete'): object {
    if (NAMED.includes(entity)) throw new QuickBooksFault(500, `Operation ${operation} is not supported.`);
    const record = existing(company, entity, body);
    if (entity === 'Invoice') addToBalance(company, record, -Number(record.Balance));
    if (operation === 'void') return company[entity].change(record, { ...record, TotalAmt: 0, Balance: 0, PrivateNote: 'Voided' });
    company[entity].records.remove(record.Id);
    return { Id: record.Id, status: 'Deleted', domain: 'QBO' };
  }

  function query(text: string): SimulatedResponse {
    const { entity: asked, conditions, orderBy, isCount, startPosition, maxResults, fields } = parseQuickBooksQuery(text);
    const entity = entityNames.find((name) => name.toLowerCase() === asked.toLowerCase());
    if (!entity) throw new InvalidQuery(`Invalid context declaration: ${asked}`);
    const showsAll = !NAMED.includes(entity) || conditions.some(({ field }) => field.toLowerCase() === 'active');
    const isShown = ({ Active }: QuickBooksRecord) => showsAll || Active !== false;
    const matching = company[entity].select(conditions, orderBy);
    // The list itself if all of it is shown, so that a page costs only its own records.
    const found = matching.every(isShown) ? matching : matching.filter(isShown);
    if (isCount) return respond({ QueryResponse: { totalCount: found.length } });
    const page = found.slice(startPosition - 1, startPosition - 1 + maxResults);
    // An empty result is an empty object.
    if (page.length === 0) return respond({ QueryResponse: {} });
    const shown = fields ? page.map((record) => Object.fromEntries(fields.map((field) => [field, readField(record, field)]))) : page;
    return respond({ QueryResponse: { [entity]: shown, startPosition, maxResults: page.length } });
  }

  return {
    entities: entityNames
      .filter((name) => name !== 'CompanyInfo')
      .map((name) =>
        createEntity<QuickBooksRecord>({
          name,
          records: company[name].records,
          fixed: ['Id', 'SyncToken', 'MetaData', 'domain', 'sparse', 'TotalAmt', 'UnappliedAmt'],
          takesNewFields: true,
          changed: (record) => void Object.assign(record, company.nextVersion(record)),
          ...(['Account', 'Term', 'PaymentMethod'].includes(name) ? {} : { make: () => makeSample(company, name) }),
        }),
      ),
    signIn: { ...tokens.signIn, allow: (question, host) => ({ ...tokens.signIn.allow(question, host), realmId }) },
    isWrite: ({ method, url }) => method !== 'GET' && !/\/(bearer|revoke|query)$/.test(url.pathname),
    failure: (status, message) =>
      status === 429 ? throttled() : toFaultResponse({ code: status >= 500 ? '10000' : '6000', message, detail: message }, time(), status),
    async answer(call) {
      const { hostname, pathname } = call.url;
      if (hostname === 'oauth.platform.intuit.com') {
        if (pathname !== '/oauth2/v1/tokens/bearer') return toJsonResponse({ error: 'not_found' }, { status: 404 });
        const given = tokens.give(call);
        if ('error' in given) return toJsonResponse(given, { status: given.error === 'invalid_client' ? 401 : 400 });
        return toJsonResponse({ ...given, x_refresh_token_expires_in: 8_726_400 });
      }
      if (!tokens.isGood(call)) return buildGatewayResponse(401, 'Token expired or unknown', time());
      if (rate.take() > 0) return throttled();
      try {
        return route(call);
      } catch (error) {
        const fault = error instanceof InvalidQuery ? new QuickBooksFault(4000, `QueryParserError: ${error.message}`) : error;
        if (fault instanceof QuickBooksFault) return toFaultResponse(fault, time());
        throw error;
      }
    },
  };
}
