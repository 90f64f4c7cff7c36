import { callRate } from '../call-rate.ts';
import { createEntity } from '../entity-of.ts';
import { createIdempotentResponses } from '../idempotent-answers.ts';
import { InvalidQuery } from '../query/invalid-query.ts';
import { oauthTokens } from '../sign-in/oauth-tokens.ts';
import { parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { changeRecord, type EntityName, entityNames, openCompany, type QuickBooksRecord, readField } from './company.ts';
import { parseQuickBooksQuery } from './parse-query.ts';
import { buildGatewayResponse, missing, QuickBooksFault, toFaultResponse } from './quickbooks-answers.ts';
import { makeSample, setUpCompany } from './quickbooks-samples.ts';
import { createRecord, existing, notFound, updateRecord } from './save-record.ts';
import { addToBalance, getCustomerId } from './transactions.ts';

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
  const tokens = oauthTokens(ports, { title: 'QuickBooks', lifeSeconds: TOKEN_SECONDS, rotates: true });
  const answers = createIdempotentResponses(ports);
  const rate = callRate({ burst: perMinute, perSecond: perMinute / 60 }, ports);
  if (ports.store.isNew) setUpCompany(company);

  function route(call: SimulatedCall): SimulatedResponse {
    const { pathname, searchParams } = call.url;
    const [, realm, kind = '', id, action] = /^\/v3\/company\/([^/]+)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (realm !== realmId) {
      return buildGatewayResponse(403, 'The app may not use this company.', company.time());
    }
    if (kind === 'query') return query(searchParams.get('query') ?? call.body);
    if (kind === 'preferences') {
      return toJsonResponse({
        Preferences: { CurrencyPrefs: { MultiCurrencyEnabled: false, HomeCurrency: { value: 'USD' } } },
        time: company.time(),
      });
    }
    const entity = entityNames.find((name) => name.toLowerCase() === kind);
    if (!entity) throw new QuickBooksFault('2010', 'Request has invalid or unsupported property', `There is no resource ${kind}.`);
    if (call.method === 'GET' && id !== undefined) {
      const record = company[entity].records.get(id);
      if (!record) throw notFound(entity);
      return one(entity, record);
    }
    if (call.method !== 'POST') throw new QuickBooksFault('500', 'Unsupported Operation', `Operation ${call.method} is not supported.`);
    const requestId = searchParams.get('requestid');
    return answers.once(requestId === null ? null : `${kind} ${requestId}`, () => write(call, entity, id, action));
  }

  function write(call: SimulatedCall, entity: EntityName, id: string | undefined, action: string | undefined): SimulatedResponse {
    if (action === 'send') return send(entity, id ?? '', call.url.searchParams.get('sendTo'));
    const body = parseJsonObject(call.body);
    if (!body) throw new QuickBooksFault('2010', 'Request has invalid or unsupported property', 'The body is no JSON object.');
    const operation = call.url.searchParams.get('operation');
    if (operation === 'void' || operation === 'delete') return voidOrDelete(entity, body, operation);
    return one(entity, body.Id === undefined ? createRecord(company, entity, body) : updateRecord(company, entity, body));
  }

  function send(entity: EntityName, id: string, sendTo: string | null): SimulatedResponse {
    const record = company[entity].records.get(id);
    if (!record) throw notFound(entity);
    const BillEmail = sendTo === null ? record.BillEmail : { Address: sendTo };
    if (!BillEmail) throw missing('BillEmail');
    return one(entity, changeRecord(company[entity], record, { ...record, BillEmail, EmailStatus: 'EmailSent' }, company.time()));
  }

  function voidOrDelete(entity: EntityName, body: Record<string, unknown>, operation: 'void' | 'delete'): SimulatedResponse {
    if (NAMED.includes(entity)) throw new QuickBooksFault('500', 'Unsupported Operation', `Operation ${operation} is not supported.`);
    const record = existing(company, entity, body);
    if (entity === 'Invoice') addToBalance(company, getCustomerId(record), -Number(record.Balance));
    if (operation === 'delete') {
      company[entity].records.remove(record.Id);
      return toJsonResponse({ [entity]: { Id: record.Id, status: 'Deleted', domain: 'QBO' }, time: company.time() });
    }
    const changed = { ...record, TotalAmt: 0, Balance: 0, PrivateNote: 'Voided' };
    return one(entity, changeRecord(company[entity], record, changed, company.time()));
  }

  function one(entity: EntityName, record: QuickBooksRecord): SimulatedResponse {
    return toJsonResponse({ [entity]: record, time: company.time() });
  }

  function query(text: string): SimulatedResponse {
    const asked = parseQuickBooksQuery(text);
    const entity = entityNames.find((name) => name.toLowerCase() === asked.entity.toLowerCase());
    if (!entity) throw new InvalidQuery(`Invalid context declaration: ${asked.entity}`);
    const asksForActive = asked.conditions.some(({ field }) => field.toLowerCase() === 'active');
    const isShown = (record: QuickBooksRecord) => !NAMED.includes(entity) || asksForActive || record.Active !== false;
    const found = withoutInactive(company[entity].select(asked.conditions, asked.orderBy), isShown);
    const { time } = company;
    if (asked.isCount) return toJsonResponse({ QueryResponse: { totalCount: found.length }, time: time() });
    const page = found.slice(asked.startPosition - 1, asked.startPosition - 1 + asked.maxResults);
    // An empty result is an empty object.
    if (page.length === 0) return toJsonResponse({ QueryResponse: {}, time: time() });
    const shown = page.map((record) => selected(record, asked.fields));
    return toJsonResponse({
      QueryResponse: { [entity]: shown, startPosition: asked.startPosition, maxResults: page.length },
      time: time(),
    });
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
          changed(record) {
            const { SyncToken, MetaData } = record;
            Object.assign(record, { SyncToken: String(Number(SyncToken) + 1), MetaData: { ...MetaData, LastUpdatedTime: company.time() } });
          },
          ...(['Account', 'Term', 'PaymentMethod'].includes(name) ? {} : { make: () => makeSample(company, name) }),
        }),
      ),
    signIn: { ...tokens.signIn, allow: (question, host) => ({ ...tokens.signIn.allow(question, host), realmId }) },
    isWrite: ({ method, url }) => method !== 'GET' && !/\/(bearer|revoke|query)$/.test(url.pathname),
    failure: (status, message) =>
      status === 429
        ? throttled()
        : toFaultResponse(new QuickBooksFault(status >= 500 ? '10000' : '6000', message, message), company.time(), status),
    async answer(call) {
      const { hostname, pathname } = call.url;
      if (hostname === 'oauth.platform.intuit.com') {
        if (pathname !== '/oauth2/v1/tokens/bearer') return toJsonResponse({ error: 'not_found' }, { status: 404 });
        const given = tokens.give(call);
        if ('error' in given) return toJsonResponse(given, { status: given.error === 'invalid_client' ? 401 : 400 });
        return toJsonResponse({ ...given, x_refresh_token_expires_in: 8_726_400 });
      }
      if (!tokens.isGood(call)) {
        return buildGatewayResponse(401, 'Token expired or unknown', company.time());
      }
      if (rate.take() > 0) return throttled();
      try {
        return route(call);
      } catch (error) {
        if (error instanceof QuickBooksFault) return toFaultResponse(error, company.time());
        if (error instanceof InvalidQuery) {
          return toFaultResponse(new QuickBooksFault('4000', 'Error parsing query', `QueryParserError: ${error.message}`), company.time());
        }
        throw error;
      }
    },
  };

  function throttled(): SimulatedResponse {
    return buildGatewayResponse(429, 'The request limit was reached.', company.time());
  }
}

/** The list itself if all of it is shown, so that a page costs only its own records. */
function withoutInactive(
  records: readonly QuickBooksRecord[],
  isShown: (record: QuickBooksRecord) => boolean,
): readonly QuickBooksRecord[] {
  return records.every(isShown) ? records : records.filter(isShown);
}

function selected(record: QuickBooksRecord, fields: readonly string[] | null): Record<string, unknown> {
  if (fields === null) return record;
  return Object.fromEntries(fields.map((field) => [field, readField(record, field)]));
}
