import { appByClient, clientApps } from '../client-apps.ts';
import { entityOf } from '../entity-of.ts';
import type { QueryValue } from '../query/conditions.ts';
import { queryTable } from '../query/query-table.ts';
import { nth } from '../sample-words.ts';
import { authorizationCodes } from '../sign-in/authorization-codes.ts';
import { formOf, jsonAnswer, parseJsonObject, type SimulatedAnswer, type SimulatedCall } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { exampleOf } from './salesforce-examples.ts';
import { derivedFields, MEMBER_FIELDS, memberField, OBJECTS, type SalesforceOrg, type SalesforceRecord } from './salesforce-objects.ts';
import { failed } from './salesforce-problems.ts';
import { type SavedRecord, type SaveProblem, saveCollection } from './sobject-collections.ts';
import { MalformedQuery, parseSoql, type SoqlQuery } from './soql.ts';

export interface SalesforceSettings {
  /** Where the org is, as the token answer says it. */
  instanceUrl?: string;
  /** Calls of a day for the whole org. */
  dailyLimit?: number;
  /** Records of a page; Salesforce has 2,000. */
  batchSize?: number;
}

const SYSTEM_FIELDS = ['Id', 'CreatedDate', 'LastModifiedDate', 'SystemModstamp'];
const TIME_FIELDS = ['SystemModstamp', 'LastModifiedDate', 'CreatedDate'];
const DAY_MS = 86_400_000;
/** Results that lead on to further pages; Salesforce forgets them, too. */
const MOST_CURSORS = 50;

interface Cursor {
  object: string;
  fields: readonly string[];
  records: readonly SalesforceRecord[];
}

/**
 * Salesforce's REST API over an org that begins with two price books and nothing else: records, SOQL with batches that lead on by `nextRecordsUrl`, and a daily
 * quota that every answer reports and that ends in a 403.
 */
export function createSalesforceSimulator(ports: SimulatorPorts, settings: SalesforceSettings = {}): OpenSystem & { org: SalesforceOrg } {
  const { now, store } = ports;
  const { instanceUrl = 'https://portage-demo.my.salesforce.com', dailyLimit = 100_000, batchSize = 2_000 } = settings;
  const org: SalesforceOrg = new Map(Object.keys(OBJECTS).map((name) => [name, store.records<SalesforceRecord>(name, ({ Id }) => Id)]));
  const codes = authorizationCodes(ports);
  const nextNumber = store.counter('ids', 1);
  const nextCursor = store.counter('cursors', 1);
  const nextExample = store.counter('examples', 0);
  const nextOrder = store.counter('orders', 100);
  const cursors = new Map<string, Cursor>();
  const tables = new Map(
    [...org].map(([name, records]) => {
      const read = (record: SalesforceRecord, field: string) => fieldOf(name, record, field);
      return [
        name,
        queryTable({
          records,
          read,
          timeFields: TIME_FIELDS,
          idField: 'Id',
          isOwn: (field) => !field.includes('.') && !(name === 'CampaignMember' && MEMBER_FIELDS.includes(field)),
        }),
      ];
    }),
  );
  let day = 0;
  let used = 0;
  if (!org.get('Pricebook2')?.find(({ IsStandard }) => IsStandard === true)) {
    for (const [Name, IsStandard] of [
      ['Standard Price Book', true],
      ['Wholesale', false],
    ]) {
      insert('Pricebook2', { Name, IsStandard, IsActive: true, Description: null });
    }
  }
  // Three playbooks ask for a campaign: without one they could not be finished.
  if (!org.get('Campaign')?.find(() => true)) insert('Campaign', { Name: 'Spring fair', Status: 'Planned', IsActive: true });

  function route(call: SimulatedCall): SimulatedAnswer {
    const [, rest] = /^\/services\/data\/v\d+\.0(\/.*)$/.exec(call.url.pathname) ?? [];
    const [kind, ...parts] = (rest ?? '').slice(1).split('/').map(decodeURIComponent);
    if (kind === 'limits') return jsonAnswer({ DailyApiRequests: { Max: dailyLimit, Remaining: dailyLimit - used } });
    if (kind === 'query' && call.method === 'GET') return parts[0] ? furtherBatch(parts[0], call) : query(call);
    if (kind === 'composite' && parts[0] === 'sobjects') return saveCollection(call, { create: createRecord, change: changeRecord });
    if (kind !== 'sobjects') return failed(404, 'NOT_FOUND', 'The requested resource does not exist');
    const [object, ...place] = parts;
    if (!object)
      return jsonAnswer({ sobjects: Object.keys(OBJECTS).map((name) => ({ name, label: name, queryable: true, createable: true })) });
    const records = org.get(object);
    if (!records) return failed(404, 'NOT_FOUND', 'The requested resource does not exist');
    if (place[0] === 'describe') return describe(object, records);
    if (place.length === 2) return upsert(object, place[0] ?? '', place[1] ?? '', call);
    if (place[0]) return oneRecord(object, records, place[0], call);
    return call.method === 'POST'
      ? create(object, fieldsIn(call))
      : failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
  }

  function query({ url }: SimulatedCall): SimulatedAnswer {
    const asked = parseSoql(url.searchParams.get('q') ?? '');
    const name = objectNamed(asked.object);
    if (!name) return failed(400, 'INVALID_TYPE', `sObject type '${asked.object}' is not supported.`);
    const records = recordsOf(name, asked);
    if (asked.isCount) return jsonAnswer({ totalSize: records.length, done: true, records: [] });
    const key = `01g${String(nextCursor()).padStart(15, '0')}`;
    return batch({ object: name, fields: asked.fields, records }, 0, url.pathname, key);
  }

  function recordsOf(name: string, { conditions, orderBy, limit }: SoqlQuery): readonly SalesforceRecord[] {
    const filled = conditions.map(({ subquery, ...condition }) => (subquery ? { ...condition, values: valuesOf(subquery) } : condition));
    const found = tables.get(name)?.select(filled, orderBy) ?? [];
    return limit === null ? found : found.slice(0, limit);
  }

  /** What a semi-join compares with: one field of the records of another query. */
  function valuesOf(subquery: SoqlQuery): QueryValue[] {
    const name = objectNamed(subquery.object);
    const [field, another] = subquery.fields;
    if (!name || field === undefined || another !== undefined) throw new MalformedQuery('semi join sub-selects select one field');
    const values = recordsOf(name, subquery).map((record) => fieldOf(name, record, field));
    return [...new Set(values.filter((value): value is string => typeof value === 'string'))];
  }

  function batch(cursor: Cursor, from: number, path: string, key: string): SimulatedAnswer {
    const { object, fields, records } = cursor;
    const to = from + batchSize;
    const done = to >= records.length;
    if (!done) cursors.set(key, cursor);
    for (const old of [...cursors.keys()].slice(0, -MOST_CURSORS)) cursors.delete(old);
    const base = path.replace(/\/query.*$/, '/query');
    return jsonAnswer({
      totalSize: records.length,
      done,
      ...(done ? {} : { nextRecordsUrl: `${base}/${key}-${to}` }),
      records: records.slice(from, to).map((record) => selected(object, record, fields)),
    });
  }

  function furtherBatch(locator: string, { url }: SimulatedCall): SimulatedAnswer {
    const [, key = '', from = '0'] = /^(\w+)-(\d+)$/.exec(locator) ?? [];
    const cursor = cursors.get(key);
    return cursor ? batch(cursor, Number(from), url.pathname, key) : failed(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
  }

  function create(object: string, fields: Record<string, unknown>): SimulatedAnswer {
    const saved = createRecord(object, fields);
    if ('errorCode' in saved) return failed(400, saved.errorCode, saved.message, saved.fields);
    return jsonAnswer({ id: saved.id, success: true, errors: [] }, { status: 201 });
  }

  function createRecord(object: string, fields: Record<string, unknown>): SavedRecord {
    const known = OBJECTS[object];
    if (!known) return { errorCode: 'INVALID_TYPE', message: `sObject type '${object}' is not supported.` };
    const missing = known.required.filter((name) => fields[name] === undefined || fields[name] === null || fields[name] === '');
    if (missing.length > 0) {
      return { errorCode: 'REQUIRED_FIELD_MISSING', message: `Required fields are missing: [${missing.join(', ')}]`, fields: missing };
    }
    const problem = problemOf(object, fields);
    if (problem) return problem;
    const { Id: id } = insert(object, fields);
    return { id, takeBack: () => void org.get(object)?.remove(id) };
  }

  function changeRecord(object: string, id: string, fields: Record<string, unknown>): SavedRecord {
    const record = org.get(object)?.get(id);
    if (!record) return { errorCode: 'INVALID_CROSS_REFERENCE_KEY', message: 'invalid cross reference id', fields: [] };
    update(object, record, fields);
    return { id, takeBack: () => void org.get(object)?.put(record) };
  }

  function insert(object: string, fields: Record<string, unknown>): SalesforceRecord {
    const at = timestamp();
    const Id = `${OBJECTS[object]?.prefix}${String(nextNumber()).padStart(15, '0')}`;
    const own = object === 'Order' ? { OrderNumber: String(nextOrder()).padStart(8, '0') } : {};
    const record = {
      ...fields,
      ...own,
      ...derivedFields(object, fields, org),
      Id,
      CreatedDate: at,
      LastModifiedDate: at,
      SystemModstamp: at,
    };
    return (org.get(object) as Records<SalesforceRecord>).put(record);
  }

  function update(object: string, record: SalesforceRecord, fields: Record<string, unknown>): void {
    const changed = { ...record, ...fields };
    const at = timestamp();
    org.get(object)?.put({ ...changed, ...derivedFields(object, changed, org), LastModifiedDate: at, SystemModstamp: at });
  }

  /** A record that is there already, or a price without the standard price that it needs. */
  function problemOf(object: string, fields: Record<string, unknown>): SaveProblem | null {
    const { unique } = OBJECTS[object] ?? {};
    if (unique) {
      const conditions = unique.fields.map((field) => ({
        field,
        operator: '=' as const,
        values: [(fields[field] as string | undefined) ?? null],
      }));
      const isTaken = (tables.get(object)?.select(conditions, []) ?? []).length > 0;
      if (isTaken) return { errorCode: 'DUPLICATE_VALUE', message: unique.message };
    }
    if (object !== 'PricebookEntry') return null;
    const books = org.get('Pricebook2');
    const book = books?.get(String(fields.Pricebook2Id));
    if (!book || book.IsStandard === true) return null;
    const standard = books?.find(({ IsStandard }) => IsStandard === true);
    const prices = tables.get(object)?.select([{ field: 'Product2Id', operator: '=', values: [String(fields.Product2Id)] }], []) ?? [];
    const hasStandard = prices.some(({ Pricebook2Id }) => Pricebook2Id === standard?.Id);
    if (hasStandard) return null;
    return { errorCode: 'STANDARD_PRICE_NOT_DEFINED', message: 'No standard price defined for this product', fields: ['Product2Id'] };
  }

  function oneRecord(object: string, records: Records<SalesforceRecord>, id: string, call: SimulatedCall): SimulatedAnswer {
    const record = records.get(id);
    if (!record) return failed(404, 'NOT_FOUND', 'Provided external ID field does not exist or is not accessible: Id');
    switch (call.method) {
      case 'GET':
        return jsonAnswer({ attributes: attributesOf(object, id), ...only(record, call.url.searchParams.get('fields')) });
      case 'PATCH':
        update(object, record, fieldsIn(call));
        return { status: 204, headers: {}, body: '' };
      case 'DELETE':
        records.remove(id);
        return { status: 204, headers: {}, body: '' };
      default:
        return failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
    }
  }

  function upsert(object: string, field: string, value: string, call: SimulatedCall): SimulatedAnswer {
    if (call.method !== 'PATCH') return failed(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
    const [known, another] = tables.get(object)?.select([{ field, operator: '=', values: [value] }], []) ?? [];
    // Salesforce says which records they are, and changes none.
    if (another)
      return jsonAnswer(
        [known, another].map((one) => `/services/data/v62.0/sobjects/${object}/${one?.Id}`),
        { status: 300 },
      );
    if (!known) return create(object, { ...fieldsIn(call), [field]: value });
    update(object, known, fieldsIn(call));
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
    if (rest.length === 0) {
      if (object === 'CampaignMember' && MEMBER_FIELDS.includes(first)) return memberField(record, first, org);
      if (Object.hasOwn(record, first)) return record[first];
      return record[Object.keys(record).find((name) => name.toLowerCase() === first.toLowerCase()) ?? first];
    }
    const target = relatedTo(record, first);
    return target ? fieldOf(objectOf(target.Id), target, rest.join('.')) : null;
  }

  /** `Opportunity` of a line item: what its `OpportunityId` names. */
  function relatedTo(record: SalesforceRecord, relation: string): SalesforceRecord | undefined {
    const id = String(record[`${relation}Id`] ?? record[`${relation}2Id`] ?? '');
    return id === '' ? undefined : org.get(objectOf(id))?.get(id);
  }

  /** Fields of related records are in objects inside the record. */
  function selected(object: string, record: SalesforceRecord, fields: readonly string[]): SalesforceRecord {
    const result: Record<string, unknown> = { attributes: attributesOf(object, record.Id) };
    const within = new Map<string, string[]>();
    for (const path of fields) {
      const [first = '', ...rest] = path.split('.');
      if (rest.length === 0) result[first] = fieldOf(object, record, path) ?? null;
      else within.set(first, [...(within.get(first) ?? []), rest.join('.')]);
    }
    for (const [relation, paths] of within) {
      const target = relatedTo(record, relation);
      result[relation] = target ? selected(objectOf(target.Id), target, paths) : null;
    }
    return result as SalesforceRecord;
  }

  function timestamp(): string {
    return new Date(now()).toISOString().replace('Z', '+0000');
  }

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

  /** A plausible record, with those that it refers to. */
  function make(object: string): SalesforceRecord {
    const index = nextExample();
    const idOf = (other: string, isNew = false): string => {
      const records = org.get(other) as Records<SalesforceRecord>;
      return isNew || records.size === 0 ? make(other).Id : nth(records.all(), index).Id;
    };
    return insert(object, exampleOf(object, index, idOf));
  }

  return {
    org,
    failure: (status, message) =>
      failed(
        status,
        status === 429 ? 'REQUEST_LIMIT_EXCEEDED' : status >= 500 ? 'UNKNOWN_EXCEPTION' : 'FIELD_CUSTOM_VALIDATION_EXCEPTION',
        message,
      ),
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
        make: () => void make(name),
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
      const today = Math.floor(now() / DAY_MS);
      if (today !== day) [day, used] = [today, 0];
      if (used >= dailyLimit && !ports.isUnlimited?.())
        return withUsage(failed(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'));
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

function objectNamed(text: string): string | undefined {
  return Object.keys(OBJECTS).find((one) => one.toLowerCase() === text.toLowerCase());
}

function objectOf(id: string): string {
  return Object.keys(OBJECTS).find((name) => id.startsWith(OBJECTS[name]?.prefix ?? '?')) ?? '';
}

function only(record: SalesforceRecord, fields: string | null): Record<string, unknown> {
  if (fields === null || fields.trim() === '') return record;
  return Object.fromEntries(['Id', ...fields.split(',')].map((name) => [name.trim(), record[name.trim()] ?? null]));
}

function fieldsIn({ body }: SimulatedCall): Record<string, unknown> {
  const { Id: _id, attributes: _attributes, ...fields } = parseJsonObject(body) ?? {};
  return fields;
}
