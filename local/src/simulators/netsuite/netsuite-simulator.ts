import { createEntity } from '../entity-of.ts';
import { InvalidQuery } from '../query/invalid-query.ts';
import { oauthTokens } from '../sign-in/oauth-tokens.ts';
import {
  NO_CONTENT,
  parseJsonObject,
  Refusal,
  type SimulatedCall,
  type SimulatedResponse,
  toJsonResponse,
  withHeaders,
} from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { type AccountTable, type NetSuiteRecord, openAccount } from './account.ts';
import { sampleMakers, setUpAccount } from './account-samples.ts';
import { buildPageResponse, invalidContent, netSuiteProblem, parsePaging, toErrorResponse } from './netsuite-answers.ts';
import { translateFilter } from './record-filter.ts';
import { recordView } from './record-view.ts';
import { createRecord, transformed, updateRecord } from './save-record.ts';
import { signedCalls } from './signed-call.ts';
import { openSuiteQl } from './suiteql/suiteql-database.ts';

interface NetSuiteSettings {
  accountId: string;
}

const RECORD = '/services/rest/record/v1/';
const QUERY = '/services/rest/query/v1/suiteql';
const TOKEN = '/services/rest/auth/oauth2/v1/token';

/**
 * NetSuite's REST API for a small account: signed calls, filtered lists of ids, records by internal and external id,
 * and SuiteQL. The account's limit on simultaneous calls isn't simulated: calls are handled one at a time.
 */
export function createNetSuiteSimulator(ports: SimulatorPorts, { accountId }: NetSuiteSettings): OpenSystem {
  const account = openAccount(ports);
  const signatures = signedCalls(accountId, ports.now);
  const tokens = oauthTokens(ports, { title: 'NetSuite', lifeSeconds: 3_600 });
  if (ports.store.isNew) setUpAccount(account);
  const suiteQl = openSuiteQl(account);

  function records(call: SimulatedCall): SimulatedResponse {
    const [name = '', id, transform, target = ''] = call.url.pathname.slice(RECORD.length).split('/').map(decodeURIComponent);
    const table = account.tables.get(name);
    if (!table) throw netSuiteProblem(404, 'NONEXISTENT_ID', `Record type '${name}' does not exist.`);
    if (id === undefined) {
      if (call.method === 'GET') return list(call.url, table);
      if (call.method === 'POST') return withLocation(call, table, createRecord(account, table, parseBody(call)).id);
      throw notAllowed(call.method);
    }
    if (call.method === 'PUT') return replace(call, table, id);
    const record = recordOf(table, id);
    if (transform === '!transform' && call.method === 'POST') {
      const to = account.tables.get(target);
      if (!to) throw netSuiteProblem(404, 'NONEXISTENT_ID', `Record type '${target}' does not exist.`);
      return withLocation(call, to, transformed(account, record, to, parseBody(call)).id);
    }
    switch (call.method) {
      case 'GET': {
        const asked = call.url.searchParams;
        const settings = { expands: asked.get('expandSubResources') === 'true', fields: asked.get('fields')?.split(',') ?? null };
        return toJsonResponse(recordView(account, table, record, buildBaseUrl(call), settings));
      }
      case 'PATCH': {
        const replaced = call.url.searchParams.get('replace')?.split(',') ?? [];
        updateRecord(account, table, record, parseBody(call), replaced);
        return withLocation(call, table, record.id);
      }
      case 'DELETE':
        table.records.remove(record.id);
        return NO_CONTENT;
      default:
        throw notAllowed(call.method);
    }
  }

  /** Lists contain only ids and links. */
  function list(url: URL, table: AccountTable): SimulatedResponse {
    const paging = parsePaging(url);
    const q = url.searchParams.get('q');
    const found = q === null || q.trim() === '' ? table.records.all() : filtered(table, q);
    const items = found.slice(paging.offset, paging.offset + paging.limit).map(({ id }) => ({
      links: [{ rel: 'self', href: `https://${url.host}${RECORD}${table.name}/${id}` }],
      id,
    }));
    return buildPageResponse(url, paging, items, found.length);
  }

  function filtered(table: AccountTable, q: string): NetSuiteRecord[] {
    try {
      const { condition, texts } = translateFilter(q);
      return suiteQl.idsWhere(table, condition, texts).flatMap((id) => table.records.get(id) ?? []);
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
      throw netSuiteProblem(400, 'INVALID_PARAMETER', `Invalid value for the query parameter q. ${error.message}`);
    }
  }

  function replace(call: SimulatedCall, table: AccountTable, id: string): SimulatedResponse {
    const [, externalId] = /^eid:(.+)$/.exec(id) ?? [];
    if (externalId === undefined) throw invalidContent('The id of an upsert is written eid: and the external id.');
    const [known] = table.byExternalId(externalId);
    const fields = { ...parseBody(call), externalId };
    const record = known ? updateRecord(account, table, known, fields, table.type.sublists ?? []) : createRecord(account, table, fields);
    return withLocation(call, table, record.id);
  }

  function recordOf(table: AccountTable, id: string): NetSuiteRecord {
    const [, externalId] = /^eid:(.+)$/.exec(id) ?? [];
    const record = externalId === undefined ? table.records.get(id) : table.byExternalId(externalId)[0];
    if (!record) throw netSuiteProblem(404, 'NONEXISTENT_ID', 'The record instance does not exist. Provide a valid record instance ID.');
    return record;
  }

  function query(call: SimulatedCall): SimulatedResponse {
    if (call.method !== 'POST') throw notAllowed(call.method);
    if (!/\btransient\b/.test(call.header('prefer') ?? '')) {
      throw netSuiteProblem(400, 'INVALID_HEADER', "The header 'Prefer' must be 'transient' for this call.");
    }
    const { q } = parseBody(call);
    if (typeof q !== 'string') throw invalidContent("The body must have a query in 'q'.");
    const paging = parsePaging(call.url);
    const { items, totalCount } = suiteQl.page(q, paging);
    return buildPageResponse(
      call.url,
      paging,
      items.map((item) => ({ links: [], ...item })),
      totalCount,
    );
  }

  function withLocation(call: SimulatedCall, table: AccountTable, id: string): SimulatedResponse {
    return { ...NO_CONTENT, headers: { location: `${buildBaseUrl(call)}/${table.name}/${id}` } };
  }

  return {
    entities: [...account.tables.values()].map((table) => {
      const make = sampleMakers[table.name];
      return createEntity<NetSuiteRecord>({
        name: table.name,
        records: table.records,
        fixed: ['createdDate', 'lastModifiedDate', 'tranId', 'total'],
        takesNewFields: true,
        changed: (record) => void Object.assign(record, { lastModifiedDate: account.time() }),
        ...(make ? { make: () => make(account) } : {}),
      });
    }),
    isWrite: ({ method, url }) => method !== 'GET' && url.pathname.startsWith(RECORD),
    failure: (status, message) =>
      toErrorResponse(status, status === 429 ? 'CONCURRENCY_LIMIT_EXCEEDED' : status >= 500 ? 'UNEXPECTED_ERROR' : 'USER_ERROR', message),
    async answer(call) {
      const { pathname } = call.url;
      if (pathname === TOKEN) {
        const given = tokens.give(call);
        return toJsonResponse(given, { status: 'error' in given ? 400 : 200 });
      }
      const problem = tokens.isGood(call) ? null : signatures.problemOf(call);
      if (problem !== null) {
        const refused = toErrorResponse(401, 'INVALID_LOGIN', `Invalid login attempt. ${problem}`);
        return withHeaders(refused, { 'www-authenticate': 'OAuth error="token_rejected"' });
      }
      try {
        if (pathname === QUERY) return query(call);
        if (pathname.startsWith(RECORD)) return records(call);
        throw netSuiteProblem(404, 'NOT_FOUND', 'The requested URL does not exist.');
      } catch (error) {
        if (error instanceof Refusal) return error.answer;
        if (error instanceof InvalidQuery) {
          const message = `Invalid search query. Detailed unprocessed description follows. ${error.message}`;
          return toErrorResponse(400, 'INVALID_PARAMETER', message);
        }
        throw error;
      }
    },
  };
}

function buildBaseUrl({ url }: SimulatedCall): string {
  return `https://${url.host}${RECORD.replace(/\/$/, '')}`;
}

/** @throws Refusal */
function parseBody({ body }: SimulatedCall): Record<string, unknown> {
  const fields = body.trim() === '' ? {} : parseJsonObject(body);
  if (!fields) throw invalidContent('The body is no JSON object.');
  return fields;
}

function notAllowed(method: string): Refusal {
  return netSuiteProblem(405, 'METHOD_NOT_ALLOWED', `The method ${method} is not allowed there.`);
}
