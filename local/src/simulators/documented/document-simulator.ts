import type { ExtractedOperation } from '@portage/connectors/openapi';
import { type RequestValues, valueAt } from '@portage/connectors/requests';
import { parsePath } from '@portage/connectors/schema';
import { isObject } from '@portage/primitives/json';
import { parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { credentialsProblem } from './check-credentials.ts';
import { type CollectionFacts, collectionFacts, resolveRecordPath } from './collection-facts.ts';
import type { DescribedSystem, FoundOperation } from './described-system.ts';
import { filterRecords, memberNamed } from './filter-records.ts';
import { buildRecordAddress, type StoredRecord, type StoredRecords } from './kept-records.ts';
import { plainName, singular } from './names.ts';
import { markPage, pickPage } from './page-of-records.ts';
import { readRequest } from './read-request.ts';
import { type CollectionLocation, RecordLife } from './record-life.ts';
import { type ResponsePath, recordsOfBody, valueIn, withValueIn } from './record-places.ts';
import { namedStatus, refuse } from './refusals.ts';
import { sampleValue } from './sample-value.ts';
import { shapeAt } from './schema-shape.ts';
import { handleTokenCall } from './token-answers.ts';

const MOST_PROBLEMS = 5;

/** Responds to calls as a connector type's document describes, and remembers the records it receives. */
export class DocumentSimulator {
  readonly #system: DescribedSystem;
  readonly #records: StoredRecords;
  readonly #now: () => number;
  readonly #checksCredentials: boolean;
  readonly #life: RecordLife;
  readonly #facts = new Map<string, Promise<CollectionFacts>>();

  constructor(system: DescribedSystem, records: StoredRecords, now: () => number, checksCredentials = true) {
    this.#system = system;
    this.#checksCredentials = checksCredentials;
    this.#records = records;
    this.#now = now;
    this.#life = new RecordLife(records, system, now);
  }

  async answer(call: SimulatedCall): Promise<SimulatedResponse> {
    const token = handleTokenCall(this.#system, call);
    if (token) return token;
    const method = call.method === 'HEAD' ? 'GET' : call.method;
    const found = await this.#system.find(method, call.url.pathname, isMeantBy(call));
    if (!found) return this.#unknown(call);
    const { operation } = found;
    const unauthorized = this.#checksCredentials ? credentialsProblem(this.#system, operation, call) : null;
    if (unauthorized) return refuse(this.#system, operation, 401, unauthorized);
    const { values, refusal } = readRequest(this.#system.requests, operation, call, found.path);
    if (refusal) {
      const said = refusal.problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => `${path || 'body'} ${message}`);
      const status = namedStatus(this.#system, operation, refusal.status);
      return refuse(this.#system, operation, status, `${said.join('; ')}.`);
    }
    return this.#act(found, values, call);
  }

  /** Whether a call only reads; a POST that searches does. */
  async isRead(call: SimulatedCall): Promise<boolean> {
    if (call.method === 'GET' || call.method === 'HEAD') return true;
    if (handleTokenCall(this.#system, call)) return true;
    const found = await this.#system.find(call.method, call.url.pathname, isMeantBy(call));
    return found !== null && (found.role.kind === 'list' || found.role.kind === 'get');
  }

  /** Returns a function that makes one more plausible record. */
  async maker(name: string): Promise<(() => void) | null> {
    const collection = this.#records.collection(name);
    if (!collection) return null;
    const location = { ...collection, facts: await this.#factsOf(collection.template) };
    return location.facts.shape ? () => void this.#life.fill(location) : null;
  }

  async #act(found: FoundOperation, values: RequestValues, call: SimulatedCall): Promise<SimulatedResponse> {
    const { role } = found;
    const location = await this.#placeOf(found);
    if (this.#records.isGone(location.name)) return this.#missing(found, location.name);
    switch (role.kind) {
      case 'list':
        return this.#list(found, location, values, call);
      case 'create':
        return this.#create(found, location, values, call);
      case 'get':
      case 'update':
      case 'remove':
        return this.#one(found, location, values);
      case 'single':
        return this.#single(found, location, values);
      case 'call':
        return this.#call(found, location, values);
      default:
        return role.kind satisfies never;
    }
  }

  async #list(found: FoundOperation, location: CollectionLocation, values: RequestValues, call: SimulatedCall): Promise<SimulatedResponse> {
    const { operation, role } = found;
    const matching = filterRecords(this.#life.all(location), operation, values);
    const page = pickPage(matching, operation, values, call.url);
    if (!page) return refuse(this.#system, operation, namedStatus(this.#system, operation, 400), 'The mark of the next page is not known.');
    const items = page.records.map(({ value }) => value);
    const { status, body } = this.#envelope(operation, role.listPath, false);
    const marked = markPage(withValueIn(body, role.listPath, items), operation, page, role.listPath, call.url);
    return toJsonResponse(marked.body, { status, headers: marked.headers });
  }

  #create(found: FoundOperation, location: CollectionLocation, values: RequestValues, { url }: SimulatedCall): SimulatedResponse {
    const { operation, role } = found;
    const path = resolveRecordPath(this.#system, role, this.#system.answers.success(operation, true));
    const made = recordsOfBody(values.body, location.facts.thing, path).map((body) => {
      // A body with the id of an existing record changes that record, as lists of records often do.
      const id = body[location.facts.idName];
      const existing = typeof id === 'string' || typeof id === 'number' ? this.#life.find(location, String(id), null) : null;
      return existing ? this.#life.change(location, existing, body) : this.#life.create(location, body);
    });
    const answer = this.#answerWith(operation, path, made, values, true);
    const [first] = made;
    return answer.body === '' && first
      ? { ...answer, headers: { location: `${url.origin}${url.pathname}/${encodeURIComponent(first.key)}` } }
      : answer;
  }

  #one(found: FoundOperation, location: CollectionLocation, values: RequestValues): SimulatedResponse {
    const { operation, role } = found;
    const asked = role.idParameter === null ? idIn(values, location.facts) : String(found.path[role.idParameter] ?? '');
    const address = buildRecordAddress(location.name, asked ?? '');
    let record = asked === null ? null : this.#life.find(location, asked, role.idParameter);
    if (!record && asked !== null && !this.#records.isGone(address) && !location.facts.isKnowable && role.kind !== 'remove') {
      record = this.#life.exist(location, asked);
    }
    const path = resolveRecordPath(this.#system, role, this.#system.answers.success(operation));
    if (!record && operation.method === 'PUT' && asked !== null && !this.#records.isGone(address)) {
      // A PUT may create the record it names.
      const [body = {}] = recordsOfBody(values.body, location.facts.thing, path);
      return this.#answerWith(operation, path, [this.#life.create(location, body, asked)], values, true);
    }
    if (!record)
      return asked === null ? this.#call(found, location, values) : this.#missing(found, `${singular(location.facts.thing)} "${asked}"`);
    if (role.kind === 'remove') this.#life.remove(location, record);
    if (role.kind === 'update') {
      const [body = {}] = recordsOfBody(values.body, location.facts.thing, path);
      this.#life.change(location, record, body);
    }
    return this.#answerWith(operation, path, [record], values, false);
  }

  /** A singleton record: `/account`. */
  #single(found: FoundOperation, location: CollectionLocation, values: RequestValues): SimulatedResponse {
    const { operation, role } = found;
    const path = resolveRecordPath(this.#system, role, this.#system.answers.success(operation));
    const stored = this.#life.find(location, 'it', null);
    if (operation.method === 'GET') {
      const { status, body, contentType } = this.#envelope(operation, [], true);
      if (isText(contentType)) return { status, headers: { 'content-type': contentType }, body: toText(body) };
      return toJsonResponse(stored ? withValueIn(body, path, { ...asObject(valueIn(body, path)), ...stored.value }) : body, { status });
    }
    if (operation.method === 'DELETE') {
      if (stored) this.#life.remove(location, stored);
      return this.#answerWith(operation, path, [], values, false);
    }
    const [body = {}] = recordsOfBody(values.body, location.facts.thing, path);
    this.#records.open({ name: location.name, template: location.template, path: location.path, isSeeded: true });
    const record = stored ?? { key: 'it', value: {}, changedAtMs: 0 };
    return this.#answerWith(operation, path, [this.#life.change(location, record, body)], values, false);
  }

  /** Any other operation responds by its schema, with the members that the call sent. */
  #call(found: FoundOperation, location: CollectionLocation, values: RequestValues): SimulatedResponse {
    const { operation, role } = found;
    const path = resolveRecordPath(this.#system, role, this.#system.answers.success(operation));
    const asked = role.idParameter === null ? null : String(found.path[role.idParameter] ?? '');
    if (asked === null || !location.facts.isKnowable) return this.#answerWith(operation, path, [], values, false);
    if (this.#records.isGone(buildRecordAddress(location.name, asked)))
      return this.#missing(found, `${singular(location.facts.thing)} "${asked}"`);
    const record = this.#life.find(location, asked, role.idParameter);
    return this.#answerWith(operation, path, record && this.#showsRecord(operation, path, location.facts) ? [record] : [], values, false);
  }

  /** Whether a response contains records of this kind, and not its own data. */
  #showsRecord(operation: ExtractedOperation, path: ResponsePath, { shape, idName }: CollectionFacts): boolean {
    const body = this.#system.answers.success(operation).shape;
    const shown = body && shapeAt(this.#system.answers.source, body, path);
    if (!shown || !shape) return false;
    if (shown.pointer === shape.pointer) return true;
    const common = [...shown.flat.properties.keys()].filter((name) => shape.flat.properties.has(name));
    return common.includes(idName) && common.length >= Math.min(3, shape.flat.properties.size);
  }

  #answerWith(
    operation: ExtractedOperation,
    path: ResponsePath,
    records: readonly StoredRecord[],
    request: RequestValues,
    isCreation: boolean,
  ): SimulatedResponse {
    const { status, body, hasBody, contentType } = this.#envelope(operation, [], true, isCreation);
    const [first] = records;
    if (!hasBody) return { status, headers: {}, body: '' };
    if (isText(contentType)) return { status, headers: { 'content-type': contentType }, body: toText(body) };
    const said = echoed(body, request.body);
    if (!first) return toJsonResponse(said, { status });
    if (path.at(-1) !== 0) return toJsonResponse(withValueIn(said, path, fitting(valueIn(said, path), first.value)), { status });
    const values = records.map(({ value }) => value);
    return toJsonResponse(withValueIn(said, path.slice(0, -1), values), { status });
  }

  /** A successful response, without the records in it. */
  #envelope(operation: ExtractedOperation, listPath: ResponsePath, takesExamples: boolean, isCreation = false) {
    const { status, shape, example, contentType } = this.#system.answers.success(operation, isCreation);
    const { source } = this.#system.answers;
    const wants = (name: string) => name !== listPath[0];
    const sampling = { source, number: 1, takesExamples, nowMs: this.#now(), wants };
    const sampled = example === undefined ? shape && sampleValue(shape, sampling) : structuredClone(example);
    const body = withoutFailure(operation, sampled);
    return { status, contentType, body: body ?? {}, hasBody: shape !== null || example !== undefined || status !== 204 };
  }

  async #placeOf({ role, path, operation }: FoundOperation): Promise<CollectionLocation> {
    const facts = await this.#factsOf(role.collection);
    const filled = role.collection.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const own = Object.entries(path).filter(([name]) => name !== role.idParameter);
    const name = filled.replace(/^\//, '') || operation.path.replaceAll(/[{}/]/g, '');
    return { name, template: role.collection, path: Object.fromEntries(own), facts };
  }

  #factsOf(collection: string): Promise<CollectionFacts> {
    const cached = this.#facts.get(collection) ?? collectionFacts(this.#system, collection);
    this.#facts.set(collection, cached);
    return cached;
  }

  #missing({ operation }: FoundOperation, what: string): SimulatedResponse {
    return refuse(this.#system, operation, 404, `There is no ${what}.`);
  }

  #unknown(call: SimulatedCall): SimulatedResponse {
    const { type } = this.#system;
    const { pathname } = call.url;
    const check = type.settings.additionalData.connection?.healthCheck;
    const isCheck = check !== undefined && pathname.endsWith(check.path.replace(/\?.*$/s, ''));
    // Without its own check, a connection is tested at the base address.
    if (isCheck || (call.method === 'GET' && (type.settings.baseUrl ?? '').replace(/\/+$/, '').endsWith(pathname.replace(/\/+$/, '')))) {
      return toJsonResponse({});
    }
    const methods = this.#system.methodsOf(pathname);
    if (methods.length > 0) {
      const error = `The document of ${type.name} has ${methods.join(', ')} for ${pathname}, not ${call.method}.`;
      return toJsonResponse({ error }, { status: 405, headers: { allow: methods.join(', ') } });
    }
    return toJsonResponse({ error: `The document of ${type.name} has no ${call.method} ${pathname}.` }, { status: 404 });
  }
}

/** GraphQL operations share one address, and their query tells them apart. */
function isMeantBy(call: SimulatedCall): (operation: ExtractedOperation) => boolean {
  const plain = (text: unknown) =>
    String(text ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const query = call.method === 'POST' && call.body.includes('"query"') ? plain(parseJsonObject(call.body)?.query) : '';
  return ({ graphQl }) => graphQl === undefined || plain(graphQl.query) === query;
}

/** The record's id in a call: `id`, `contact_id`, or the thing itself (Slack's `channel`). */
function idIn({ query = {}, body }: RequestValues, { idName, thing }: CollectionFacts): string | null {
  const own = plainName(singular(thing));
  const names = [plainName(idName), `${own}id`, 'id', own];
  const given = { ...query, ...(isObject(body) ? body : {}) };
  const name = Object.keys(given).find((key) => names.includes(plainName(key)));
  const value = name === undefined ? undefined : given[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Fills the response with values that the call sent. */
function echoed(answer: unknown, body: unknown): unknown {
  if (!isObject(answer) || !isObject(body)) return answer;
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(answer)) {
    const given = memberNamed(body, name);
    const isSame = given !== undefined && given !== null && typeof given === typeof value && Array.isArray(given) === Array.isArray(value);
    result[name] = isSame && !isObject(value) ? given : isObject(value) ? echoed(value, isObject(given) ? given : body) : value;
  }
  return result;
}

/** A record in the shape of a response that shows only part of it, such as `{ id, deleted: true }`. */
function fitting(shown: unknown, record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!isObject(shown)) return { ...record };
  const count = Object.keys(shown).length;
  const isPart = count > 0 && count <= 3 && count < Object.keys(record).length;
  if (!isPart) return { ...record };
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      /^(deleted|is_?deleted|success|archived)$/i.test(name) ? true : (record[name] ?? value),
    ]),
  );
}

/** Removes from a schema-made response what the document calls a failure. */
function withoutFailure({ failureSigns = [] }: ExtractedOperation, body: unknown): unknown {
  let result = body;
  for (const { path, equals } of failureSigns) {
    const segments = path === '' ? null : parsePath(path);
    if (!segments) continue;
    const value = valueAt(result, path);
    const isFailure = equals === undefined ? Boolean(value) : String(value) === equals || (value === undefined && equals === 'false');
    if (isFailure) result = withValueIn(result, segments, equals === 'false' ? true : equals === 'true' ? false : undefined);
  }
  return result;
}

function isText(contentType: string | null): contentType is string {
  return contentType !== null && !/json|\*/i.test(contentType);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
