import { clientApps, findAppProblem } from '../client-apps.ts';
import { createEntity } from '../entity-of.ts';
import { InvalidQuery } from '../query/invalid-query.ts';
import { authorizationCodes } from '../sign-in/authorization-codes.ts';
import { NO_CONTENT, parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse, withHeaders } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { giveToken } from './give-token.ts';
import { OBJECTS, type SalesforceOrg, type SalesforceRecord } from './salesforce-objects.ts';
import { failed } from './salesforce-problems.ts';
import { SalesforceQueries } from './salesforce-queries.ts';
import { buildAttributes, SalesforceRecords } from './salesforce-records.ts';
import { saveCollection } from './sobject-collections.ts';

export interface SalesforceSettings {
  /** The org's address, as the token response states it. */
  instanceUrl?: string;
  /** Calls per day for the whole org. */
  dailyLimit?: number;
  /** Records per page; Salesforce has 2,000. */
  batchSize?: number;
}

const SYSTEM_FIELDS = ['Id', 'CreatedDate', 'LastModifiedDate', 'SystemModstamp'];
const DAY_MS = 86_400_000;

/**
 * Salesforce's REST API for an org that starts with only two price books: records, SOQL with batches linked by
 * `nextRecordsUrl`, and a daily quota that every response reports and that ends in a 403.
 */
export function createSalesforceSimulator(ports: SimulatorPorts, settings: SalesforceSettings = {}): OpenSystem & { org: SalesforceOrg } {
  const { now, store } = ports;
  const { instanceUrl = 'https://portage-demo.my.salesforce.com', dailyLimit = 100_000, batchSize = 2_000 } = settings;
  const codes = authorizationCodes(ports);
  const records = new SalesforceRecords(ports);
  const queries = new SalesforceQueries(records, { batchSize, nextCursor: store.counter('cursors', 1) });
  const { org } = records;
  let day = 0;
  let used = 0;

  function route(call: SimulatedCall): SimulatedResponse {
    const [, rest] = /^\/services\/data\/v\d+\.0(\/.*)$/.exec(call.url.pathname) ?? [];
    const [kind, ...parts] = (rest ?? '').slice(1).split('/').map(decodeURIComponent);
    if (kind === 'limits') return toJsonResponse({ DailyApiRequests: { Max: dailyLimit, Remaining: dailyLimit - used } });
    if (kind === 'query' && call.method === 'GET') return parts[0] ? queries.furtherBatch(parts[0], call) : queries.query(call);
    if (kind === 'composite' && parts[0] === 'sobjects')
      return saveCollection(call, {
        create: (...record) => records.createRecord(...record),
        change: (...record) => records.changeRecord(...record),
      });
    if (kind === 'connect' && parts[0] === 'organization')
      return toJsonResponse({ name: 'Portage Demo', features: { defaultCurrencyIsoCode: 'USD', multiCurrency: false }, userSettings: {} });
    if (kind !== 'sobjects') return failed(404, 'NOT_FOUND', 'The requested resource does not exist');
    const [object, ...place] = parts;
    if (!object)
      return toJsonResponse({ sobjects: Object.keys(OBJECTS).map((name) => ({ name, label: name, queryable: true, createable: true })) });
    const ofObject = org.get(object);
    if (!ofObject) return failed(404, 'NOT_FOUND', 'The requested resource does not exist');
    if (place[0] === 'describe') return describe(object, ofObject);
    if (place.length === 2) return upsert(object, place[0] ?? '', place[1] ?? '', call);
    if (place[0]) return oneRecord(object, ofObject, place[0], call);
    return call.method === 'POST'
      ? create(object, fieldsIn(call))
      : failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
  }

  function create(object: string, fields: Record<string, unknown>): SimulatedResponse {
    const saved = records.createRecord(object, fields);
    if ('errorCode' in saved) return failed(400, saved.errorCode, saved.message, saved.fields);
    return toJsonResponse({ id: saved.id, success: true, errors: [] }, { status: 201 });
  }

  function oneRecord(object: string, ofObject: Records<SalesforceRecord>, id: string, call: SimulatedCall): SimulatedResponse {
    const record = ofObject.get(id);
    if (!record) return failed(404, 'NOT_FOUND', 'Provided external ID field does not exist or is not accessible: Id');
    switch (call.method) {
      case 'GET':
        return toJsonResponse({ attributes: buildAttributes(object, id), ...only(record, call.url.searchParams.get('fields')) });
      case 'PATCH':
        records.update(object, record, fieldsIn(call));
        return NO_CONTENT;
      case 'DELETE':
        ofObject.remove(id);
        return NO_CONTENT;
      default:
        return failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
    }
  }

  function upsert(object: string, field: string, value: string, call: SimulatedCall): SimulatedResponse {
    if (call.method !== 'PATCH') return failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
    const [known, another] = records.select(object, [{ field, operator: '=', values: [value] }], []);
    // Salesforce names the matching records and changes none.
    if (another)
      return toJsonResponse(
        [known, another].map((one) => `/services/data/v62.0/sobjects/${object}/${one?.Id}`),
        { status: 300 },
      );
    if (!known) return create(object, { ...fieldsIn(call), [field]: value });
    records.update(object, known, fieldsIn(call));
    return toJsonResponse({ id: known.Id, success: true, errors: [], created: false });
  }

  function describe(object: string, ofObject: Records<SalesforceRecord>): SimulatedResponse {
    const names = new Set([
      ...SYSTEM_FIELDS,
      ...(OBJECTS[object]?.required ?? []),
      ...ofObject.all().flatMap((record) => Object.keys(record)),
    ]);
    const fields = [...names].map((name) => {
      const isSystem = SYSTEM_FIELDS.includes(name);
      return {
        name,
        label: name,
        type: isSystem && name !== 'Id' ? 'datetime' : 'string',
        custom: name.endsWith('__c'),
        createable: !isSystem,
        updateable: !isSystem,
      };
    });
    return toJsonResponse({ name: object, label: object, fields });
  }

  return {
    org,
    failure: (status, message) =>
      failed(
        status,
        status === 429 ? 'REQUEST_LIMIT_EXCEEDED' : status >= 500 ? 'UNKNOWN_EXCEPTION' : 'FIELD_CUSTOM_VALIDATION_EXCEPTION',
        message,
      ),
    entities: [...org].map(([name, ofObject]) =>
      createEntity({
        name,
        records: ofObject,
        fixed: SYSTEM_FIELDS,
        takesNewFields: true,
        changed(record) {
          Object.assign(record, { LastModifiedDate: records.timestamp(), SystemModstamp: records.timestamp() });
        },
        make: () => void records.make(name),
      }),
    ),
    signIn: {
      problemOf: (question) => findAppProblem('Salesforce', question.get('client_id')),
      allow: (question) => ({ code: codes.give(question) }),
    },
    isWrite: ({ method, url }) => method !== 'GET' && !url.pathname.startsWith('/services/oauth2/'),
    async answer(call) {
      if (call.url.pathname === '/services/oauth2/token') {
        return giveToken(call, { codes, instanceUrl, now });
      }
      const token = (call.header('authorization') ?? '').replace(/^Bearer /, '');
      if (!clientApps.some(({ accessToken }) => accessToken === token))
        return failed(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
      const today = Math.floor(now() / DAY_MS);
      if (today !== day) [day, used] = [today, 0];
      if (used >= dailyLimit && !ports.isUnlimited?.())
        return withUsage(failed(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'));
      used += 1;
      try {
        return withUsage(route(call));
      } catch (error) {
        if (error instanceof InvalidQuery) return withUsage(failed(400, 'MALFORMED_QUERY', error.message));
        throw error;
      }
    },
  };

  function withUsage(response: SimulatedResponse): SimulatedResponse {
    return withHeaders(response, { 'sforce-limit-info': `api-usage=${used}/${dailyLimit}` });
  }
}

function only(record: SalesforceRecord, fields: string | null): Record<string, unknown> {
  if (fields === null || fields.trim() === '') return record;
  return Object.fromEntries(['Id', ...fields.split(',')].map((name) => [name.trim(), record[name.trim()] ?? null]));
}

function fieldsIn({ body }: SimulatedCall): Record<string, unknown> {
  const { Id: _id, attributes: _attributes, ...fields } = parseJsonObject(body) ?? {};
  return fields;
}
