import { appByClient, clientApps } from '../client-apps.ts';
import { entityOf } from '../entity-of.ts';
import { compare, holds } from '../query/conditions.ts';
import { authorizationCodes } from '../sign-in/authorization-codes.ts';
import { formOf, jsonAnswer, parseJsonObject, type SimulatedAnswer, type SimulatedCall } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { exampleOf } from './salesforce-examples.ts';
import { MalformedQuery, parseSoql } from './soql.ts';

export interface SalesforceSettings {
  /** Where the org is, as the token answer says it. */
  instanceUrl?: string;
  /** Calls of a day for the whole org. */
  dailyLimit?: number;
  /** Records of a page; Salesforce has 2,000. */
  batchSize?: number;
}

export type SalesforceRecord = Record<string, unknown> & { Id: string };
export type SalesforceOrg = Map<string, Records<SalesforceRecord>>;

/** Objects with the fields that must be there, and the beginning of their ids. */
const OBJECTS: Record<string, { prefix: string; required: readonly string[] }> = {
  Account: { prefix: '001', required: ['Name'] },
  Contact: { prefix: '003', required: ['LastName'] },
  Lead: { prefix: '00Q', required: ['LastName', 'Company'] },
  Campaign: { prefix: '701', required: ['Name'] },
  CampaignMember: { prefix: '00v', required: ['CampaignId'] },
  Opportunity: { prefix: '006', required: ['Name', 'StageName', 'CloseDate'] },
  Product2: { prefix: '01t', required: ['Name'] },
  Pricebook2: { prefix: '01s', required: ['Name'] },
  PricebookEntry: { prefix: '01u', required: ['Pricebook2Id', 'Product2Id', 'UnitPrice'] },
  Order: { prefix: '801', required: ['AccountId', 'EffectiveDate', 'Status'] },
};

const SYSTEM_FIELDS = ['Id', 'CreatedDate', 'LastModifiedDate', 'SystemModstamp'];

/**
 * Salesforce's REST API over an org that begins empty: records, SOQL with batches that lead on by `nextRecordsUrl`, and a daily
 * quota that every answer reports and that ends in a 403.
 */
export function createSalesforceSimulator(ports: SimulatorPorts, settings: SalesforceSettings = {}): OpenSystem & { org: SalesforceOrg } {
  const { now, store } = ports;
  const { instanceUrl = 'https://portage-demo.my.salesforce.com', dailyLimit = 15_000, batchSize = 2_000 } = settings;
  const org: SalesforceOrg = new Map(Object.keys(OBJECTS).map((name) => [name, store.records<SalesforceRecord>(name, ({ Id }) => Id)]));
  const codes = authorizationCodes(ports);
  const nextNumber = store.counter('ids', 1);
  const cursors = new Map<string, SalesforceRecord[]>();
  let used = 0;

  function route(call: SimulatedCall): SimulatedAnswer {
    const [, rest] = /^\/services\/data\/v\d+\.0(\/.*)$/.exec(call.url.pathname) ?? [];
    const [kind, ...parts] = (rest ?? '').slice(1).split('/').map(decodeURIComponent);
    if (kind === 'limits') return jsonAnswer({ DailyApiRequests: { Max: dailyLimit, Remaining: dailyLimit - used } });
    if (kind === 'query' && call.method === 'GET') return parts[0] ? furtherBatch(parts[0], call) : query(call);
    if (kind !== 'sobjects') return failed(404, 'NOT_FOUND', 'The requested resource does not exist');
    const [object, ...place] = parts;
    if (!object)
      return jsonAnswer({ sobjects: Object.keys(OBJECTS).map((name) => ({ name, label: name, queryable: true, createable: true })) });
    const records = org.get(object);
    if (!records) return failed(404, 'NOT_FOUND', 'The requested resource does not exist');
    if (place[0] === 'describe') return describe(object, records);
    if (place.length === 2) return upsert(object, records, place[0] ?? '', place[1] ?? '', call);
    if (place[0]) return oneRecord(object, records, place[0], call);
    return call.method === 'POST'
      ? create(object, records, fieldsIn(call))
      : failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
  }

  function query({ url }: SimulatedCall): SimulatedAnswer {
    const asked = parseSoql(url.searchParams.get('q') ?? '');
    const name = Object.keys(OBJECTS).find((one) => one.toLowerCase() === asked.object.toLowerCase());
    if (!name) return failed(400, 'INVALID_TYPE', `sObject type '${asked.object}' is not supported.`);
    const all = org.get(name)?.all() ?? [];
    const found = all.filter((record) => asked.conditions.every((condition) => holds(condition, (field) => fieldOf(name, record, field))));
    found.sort((a, b) => {
      for (const { field, isDescending } of asked.orderBy) {
        const order = compare(fieldOf(name, a, field), fieldOf(name, b, field));
        if (order !== 0) return isDescending ? -order : order;
      }
      return 0;
    });
    const shown = found.slice(0, asked.limit ?? found.length).map((record) => selected(name, record, asked.fields));
    return batch(shown, 0, url.pathname);
  }

  function batch(records: SalesforceRecord[], from: number, path: string, locator?: string): SimulatedAnswer {
    const to = from + batchSize;
    const done = to >= records.length;
    const key = locator ?? `01g${String(cursors.size + 1).padStart(15, '0')}`;
    if (!done) cursors.set(key, records);
    const base = path.replace(/\/query.*$/, '/query');
    return jsonAnswer({
      totalSize: records.length,
      done,
      ...(done ? {} : { nextRecordsUrl: `${base}/${key}-${to}` }),
      records: records.slice(from, to),
    });
  }

  function furtherBatch(locator: string, { url }: SimulatedCall): SimulatedAnswer {
    const [, key = '', from = '0'] = /^(\w+)-(\d+)$/.exec(locator) ?? [];
    const records = cursors.get(key);
    return records ? batch(records, Number(from), url.pathname, key) : failed(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
  }

  function create(object: string, records: Records<SalesforceRecord>, fields: Record<string, unknown>): SimulatedAnswer {
    const missing = (OBJECTS[object]?.required ?? []).filter(
      (name) => fields[name] === undefined || fields[name] === null || fields[name] === '',
    );
    if (missing.length > 0) return failed(400, 'REQUIRED_FIELD_MISSING', `Required fields are missing: [${missing.join(', ')}]`, missing);
    const at = timestamp();
    const id = `${OBJECTS[object]?.prefix}${String(nextNumber()).padStart(15, '0')}`;
    records.put({ ...fields, Id: id, CreatedDate: at, LastModifiedDate: at, SystemModstamp: at });
    return jsonAnswer({ id, success: true, errors: [] }, { status: 201 });
  }

  function oneRecord(object: string, records: Records<SalesforceRecord>, id: string, call: SimulatedCall): SimulatedAnswer {
    const record = records.get(id);
    if (!record) return failed(404, 'NOT_FOUND', 'Provided external ID field does not exist or is not accessible: Id');
    switch (call.method) {
      case 'GET':
        return jsonAnswer({ attributes: attributesOf(object, id), ...record });
      case 'PATCH':
        records.put({ ...record, ...fieldsIn(call), LastModifiedDate: timestamp(), SystemModstamp: timestamp() });
        return { status: 204, headers: {}, body: '' };
      case 'DELETE':
        records.remove(id);
        return { status: 204, headers: {}, body: '' };
      default:
        return failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
    }
  }

  function upsert(object: string, records: Records<SalesforceRecord>, field: string, value: string, call: SimulatedCall): SimulatedAnswer {
    if (call.method !== 'PATCH') return failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
    const known = records.find((record) => String(record[field] ?? '') === value);
    if (!known) return create(object, records, { ...fieldsIn(call), [field]: value });
    records.put({ ...known, ...fieldsIn(call), LastModifiedDate: timestamp(), SystemModstamp: timestamp() });
    return jsonAnswer({ id: known.Id, success: true, errors: [], created: false });
  }

  function describe(object: string, records: Records<SalesforceRecord>): SimulatedAnswer {
    const names = new Set([
      ...SYSTEM_FIELDS,
      ...(OBJECTS[object]?.required ?? []),
      ...records.all().flatMap((record) => Object.keys(record)),
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
    return jsonAnswer({ name: object, label: object, fields });
  }

  /** `Account.Name` leads over a relation to the record that it names. */
  function fieldOf(object: string, record: SalesforceRecord, path: string): unknown {
    const [first = '', ...rest] = path.split('.');
    if (rest.length === 0) return record[Object.keys(record).find((name) => name.toLowerCase() === first.toLowerCase()) ?? first];
    const id = String(record[`${first}Id`] ?? record[`${first}2Id`] ?? '');
    const target = [...org.values()].map((records) => records.get(id)).find(Boolean);
    return target ? fieldOf(object, target, rest.join('.')) : null;
  }

  function selected(object: string, record: SalesforceRecord, fields: readonly string[]): SalesforceRecord {
    const result: Record<string, unknown> = { attributes: attributesOf(object, record.Id) };
    for (const path of fields) {
      const value = fieldOf(object, record, path) ?? null;
      const [first = '', ...rest] = path.split('.');
      if (rest.length === 0) result[first] = value;
      else result[first] = { ...(result[first] as object | undefined), [rest.join('.')]: value };
    }
    return result as SalesforceRecord;
  }

  const timestamp = () => new Date(now()).toISOString().replace('Z', '+0000');

  /** A code, a refresh token, or nothing but the app's own credentials, for an access token. */
  function giveToken(call: SimulatedCall): SimulatedAnswer {
    const form = formOf(call);
    const refused = (error: string, error_description: string) => jsonAnswer({ error, error_description }, { status: 400 });
    const app = appByClient(form.get('client_id'), form.get('client_secret'));
    if (!app) return refused('invalid_client', 'invalid client credentials');
    const { accessToken: access_token } = app;
    const refresh_token = `refresh-${access_token}`;
    const isAllowed: Record<string, () => boolean> = {
      authorization_code: () => codes.take(form),
      refresh_token: () => form.get('refresh_token') === refresh_token,
      client_credentials: () => true,
    };
    const grantType = form.get('grant_type') ?? '';
    if (!Object.hasOwn(isAllowed, grantType)) return refused('unsupported_grant_type', 'grant type not supported');
    if (!isAllowed[grantType]?.()) return refused('invalid_grant', 'authentication failure');
    return jsonAnswer({
      access_token,
      ...(grantType === 'authorization_code' ? { refresh_token } : {}),
      instance_url: instanceUrl,
      id: `${instanceUrl}/id/00D000000000001EAA/005000000000001AAA`,
      token_type: 'Bearer',
      issued_at: String(now()),
      scope: 'api refresh_token',
    });
  }

  return {
    org,
    entities: [...org].map(([name, records]) =>
      entityOf({
        name,
        records,
        idOf: ({ Id }) => Id,
        fixed: SYSTEM_FIELDS,
        takesNewFields: true,
        changed(record) {
          Object.assign(record, { LastModifiedDate: timestamp(), SystemModstamp: timestamp() });
        },
        make() {
          create(
            name,
            records,
            exampleOf(name, records.size, (object) => org.get(object)?.all()[0]?.Id),
          );
        },
      }),
    ),
    signIn: {
      problemOf(question) {
        const isKnown = clientApps.some(({ clientId }) => clientId === question.get('client_id'));
        return isKnown
          ? null
          : `Salesforce does not know this app. The Client Id of the simulated Salesforce is ${clientApps[0]?.clientId}.`;
      },
      allow: (question) => ({ code: codes.give(question) }),
    },
    isWrite: ({ method, url }) => method !== 'GET' && !url.pathname.startsWith('/services/oauth2/'),
    async answer(call) {
      if (call.url.pathname === '/services/oauth2/token') {
        return giveToken(call);
      }
      const token = (call.header('authorization') ?? '').replace(/^Bearer /, '');
      if (!clientApps.some(({ accessToken }) => accessToken === token))
        return failed(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
      if (used >= dailyLimit) return withUsage(failed(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'));
      used += 1;
      try {
        return withUsage(route(call));
      } catch (error) {
        if (error instanceof MalformedQuery) return withUsage(failed(400, 'MALFORMED_QUERY', error.message));
        throw error;
      }
    },
  };

  function withUsage(answer: SimulatedAnswer): SimulatedAnswer {
    return { ...answer, headers: { ...answer.headers, 'sforce-limit-info': `api-usage=${used}/${dailyLimit}` } };
  }
}

function attributesOf(type: string, id: string): { type: string; url: string } {
  return { type, url: `/services/data/v62.0/sobjects/${type}/${id}` };
}

function fieldsIn({ body }: SimulatedCall): Record<string, unknown> {
  const { Id: _id, attributes: _attributes, ...fields } = parseJsonObject(body) ?? {};
  return fields;
}

/** Salesforce's errors come in a list. */
function failed(status: number, errorCode: string, message: string, fields?: string[]): SimulatedAnswer {
  return jsonAnswer([{ message, errorCode, ...(fields ? { fields } : {}) }], { status });
}
