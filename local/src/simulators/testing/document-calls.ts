import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importDocument } from '@portage/connectors/document';
import { type EntityCall, type EntityFields, entityCallValues, entityKeys } from '@portage/connectors/entities';
import { type ExtractedOperation, loadOperation } from '@portage/connectors/openapi';
import { readPage } from '@portage/connectors/paging';
import { buildRequest, type RequestValues, valuesFromMappings } from '@portage/connectors/requests';
import { openDocument } from '@portage/connectors/stored';
import { simulatedAddress } from '@portage/contracts';
import { load } from 'js-yaml';
import { Request } from 'miniflare';
import { valueProblems } from '../documented/check-value.ts';
import { DescribedResponses } from '../documented/described-answers.ts';
import { getDefinition } from '../registry.ts';
import { openSystems } from '../running-system.ts';
import { simulatorsHandler } from '../simulators.ts';
import type { SimulatedSystemName } from '../system-names.ts';
import type { SentWebhook } from '../webhooks/sent-webhook.ts';

const DAY_MS = 86_400_000;
const SYSTEM_FOLDER = join(import.meta.dirname, '../../../../packages/connectors/system');

interface Settings {
  /** The connector type's base URL, with its placeholders filled in. */
  baseUrl: string;
  /** Sent with every call. */
  headers?: Record<string, string>;
  /** Keys that the connector adds to each call's query, and to its body if it has one. */
  keys?(): { query: Record<string, string>; body: Record<string, unknown> };
  /** Adds the connector's authorization to a call. */
  authorize?(request: { method: string; url: string; headers: Record<string, string>; body: string | null }): Record<string, string>;
}

/**
 * A simulated system called as connectors call it: requests are built from the operations in the connector type's
 * document, go through the local network's handler, and responses are checked against the document.
 */
export async function openDocumentedSystem(name: SimulatedSystemName, { baseUrl, headers = {}, keys, authorize }: Settings) {
  let nowMs = Date.UTC(2026, 10, 21, 9);
  const sent: SentWebhook[] = [];
  const systems = openSystems({ folder: null, now: () => nowMs, deliver: (webhook) => sent.push(webhook) });
  const handler = simulatorsHandler(systems);
  const system = systems.get(name);
  if (!system) throw new Error(`There is no ${name}.`);
  const yaml = readFileSync(join(SYSTEM_FOLDER, name, 'openapi.yaml'), 'utf8');
  // The check of values skips what requests leave out; responses must have it.
  const responses = new DescribedResponses(load(yaml.replaceAll('readOnly: true', 'readOnly: false')));
  const imported = importDocument(yaml);
  if (!imported.ok) throw new Error(`The document of ${name} is not sound.`);
  const document = openDocument(imported.stored.index, async (part) => imported.stored.parts[part] ?? '');
  const asked = new Set<string>();

  const send = async (method: string, url: string, more: Record<string, string> = {}, body: string | null = null) => {
    const answer = await handler(new Request(simulatedAddress(url), { method, headers: more, body }));
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return { status: answer.status, headers: answer.headers, body: (isJson && text ? JSON.parse(text) : null) as any };
  };

  /** Calls an operation, whatever its status; the response must fit the document. */
  const call = async (operationId: string, values: RequestValues = {}, more: Record<string, string> = {}) => {
    const operation = await loadOperation(document, operationId);
    const own = keys?.() ?? { query: {}, body: {} };
    const whole = operation.body ? { ...values, body: { ...own.body, ...(values.body as object | undefined) } } : values;
    const built = await document.withSchemas((source) => buildRequest(source, operation, whole, { baseUrl }));
    const url = new URL(built.url);
    for (const [key, value] of Object.entries(own.query)) url.searchParams.set(key, value);
    const request = {
      method: built.method,
      url: url.href,
      headers: { ...built.headers, ...headers },
      body: built.body as string | null,
    };
    const response = await send(request.method, request.url, { ...request.headers, ...authorize?.(request), ...more }, request.body);
    asked.add(operationId);
    const problems = checkResponse(responses, operation, response.status, response.body);
    if (problems.length > 0)
      throw new Error(`${operationId} answered ${response.status}, not as its document says: ${problems.join('; ')}`);
    return response;
  };

  const succeed = async (operationId: string, values: RequestValues) => {
    const response = await call(operationId, values);
    // GraphQL and Booker refuse with status 200.
    const hasErrors = (response.body?.errors ?? []).length > 0 || response.body?.IsSuccess === false;
    if (response.status >= 300 || hasErrors)
      throw new Error(`${operationId} answered ${response.status}: ${JSON.stringify(response.body)}`);
    return response.body;
  };

  return {
    system,
    definition: getDefinition(name),
    sent,
    send,
    call,
    /** The body of a successful response. */
    read: (operationId: string, values: RequestValues = {}) => succeed(operationId, values),
    /**
     * Reads what a sync reads: lists of the document's entities from the beginning and since yesterday, one record, and
     * the records of every key.
     *
     * @returns how many records each entity has
     */
    async readEntities(parameters: Record<string, string> = {}): Promise<Record<string, number>> {
      const counts: Record<string, number> = {};
      const asked = Object.fromEntries(Object.entries(parameters).map(([parameter, value]) => [`parameter.${parameter}`, value]));
      const ask = async (one: EntityCall, fields: EntityFields) =>
        succeed(one.operation, valuesFromMappings(entityCallValues(one, { ...asked, ...fields })));
      for (const { name: entity, list, get, find, findMany = [], idPath } of document.summary.entities ?? []) {
        if (list) {
          const response = { status: 200, body: await ask(list, {}) };
          const reading = { itemsPath: list.itemsPath, isRecords: true };
          const { items } = await readPage(document, await loadOperation(document, list.operation), response, reading);
          counts[entity] = items.length;
          const isNumber = list.cursor?.format === 'number';
          await ask(list, {
            cursor: isNumber ? String((nowMs - 2 * DAY_MS) / 1_000) : new Date(nowMs - DAY_MS).toISOString().replace('.000', ''),
          });
          const id = valueAt(items[0], idPath);
          if (get && id !== undefined) {
            const record = valueAt(await ask(get, { id: String(id) }), get.recordPath);
            if (record === undefined) throw new Error(`${entity}: ${get.operation} gave no ${get.recordPath}.`);
          }
        }
        const key = {
          key: `O'Brien "x"`,
          externalId: 'x',
          externalIdField: 'Portage_Id__c',
          since: new Date(nowMs - DAY_MS).toISOString(),
          'write.body.CampaignId': '7',
          'write.body.AccountId': '7',
          'write.body.Pricebook2Id': '7',
        };
        for (const one of find) await ask(one, key);
        for (const one of [findMany].flat()) await ask(one, { keys: entityKeys(one, ['a', 'b']) });
      }
      return counts;
    },
    fill(entity: string, count: number) {
      const make = system.entities.find((one) => one.name === entity)?.make;
      if (!make) throw new Error(`${name} makes no ${entity}.`);
      system.fill(make, count);
    },
    entity: (wanted: string) => system.entities.find((entity) => entity.name === wanted),
    pass: (ms: number) => (nowMs += ms),
    now: () => nowMs,
    /** Operations of the document that no test has called. */
    untried: () => document.summary.operations.map(({ id }) => id).filter((id) => !asked.has(id)),
  };
}

/** `Products[0]`, `item.id`; the empty path is the value itself. */
function valueAt(value: unknown, path: string): unknown {
  const names = path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean);
  return names.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], value);
}

/** What a response contains that its operation's schema doesn't allow. */
function checkResponse(responses: DescribedResponses, operation: ExtractedOperation, status: number, body: unknown): string[] {
  const described = responses.failure(operation, status);
  // A document need not name every failure.
  if (!described) return status >= 400 ? [] : [`the status ${status} is not named`];
  if (!described.shape) return body === null ? [] : ['no body is named'];
  if (body === null) return ['the body is missing'];
  // Optional members may be null.
  const given: unknown = JSON.parse(JSON.stringify(body, (_, value: unknown) => value ?? undefined));
  return valueProblems(responses.source, described.shape, given, 'body').map(({ path, message }) => `${path} ${message}`);
}
