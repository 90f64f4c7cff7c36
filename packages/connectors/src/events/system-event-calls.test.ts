import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importDocument } from '../document/import-document.ts';
import { type ConnectorDocument, loadEvent, loadOperation } from '../extracted/connector-document.ts';
import { buildRequest } from '../requests/build-request.ts';
import { valuesFromMappings } from '../requests/request-values.ts';
import { isSignatureScheme } from '../signatures/verify-signature.ts';
import { openDocument } from '../stored/open-document.ts';
import { type EventCall, type EventDefinition, type EventReading, getEventMode } from './event-definition.ts';
import { fillValue, listPlaceholders } from './fill-values.ts';

const SYSTEMS = new URL('../../system/', import.meta.url);

async function open(name: string): Promise<ConnectorDocument> {
  const imported = importDocument(readFileSync(new URL(`${name}/openapi.yaml`, SYSTEMS), 'utf8'));
  if (!imported.ok) throw new Error(JSON.stringify(imported.problems));
  expect(imported.warnings.filter(({ code }) => code.startsWith('event'))).toEqual([]);
  const { index, parts } = imported.stored;
  return openDocument(index, async (part) => parts[part] ?? '');
}

const names = readdirSync(SYSTEMS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  // Some share another system's document.
  .filter((name) => existsSync(new URL(`${name}/openapi.yaml`, SYSTEMS)));

function listCalls({ subscribe, unsubscribe, find, renew, poll, fetch }: EventDefinition): EventCall[] {
  return [subscribe, ...(subscribe?.next ?? []), unsubscribe, find, renew?.call, poll, fetch].filter((call) => call !== undefined);
}

/** Instants begin with the activation. The first id, or the first cursor of the system's own kind, is unknown. */
function alwaysHasCursor(call: EventCall): boolean {
  const { cursor } = call as Partial<EventReading>;
  return cursor?.of === 'items' && cursor.format !== 'number';
}

describe('events of Portage’s own systems', () => {
  test.each(names)('%s: every call of every event can be made, with and without a cursor, and all schemes are known', async (name) => {
    const document = await open(name);
    const problems: string[] = [];
    for (const { id } of document.summary.events) {
      const definition = (await loadEvent(document, id)).definition;
      if (!definition) continue;
      if (definition.signature?.scheme !== undefined && !isSignatureScheme(definition.signature.scheme)) problems.push(`${id}: scheme`);
      if (getEventMode(definition) === 'registered' && !definition.unsubscribe) problems.push(`${id}: is never removed`);
      for (const call of listCalls(definition)) {
        for (const hasCursor of alwaysHasCursor(call) ? [true] : [true, false]) {
          const fields = Object.fromEntries(listPlaceholders(call.values).map((field) => [field, '1']));
          if (!hasCursor) delete fields.cursor;
          const mapped = Object.entries(call.values).map(([toParameterPath, value]) => ({
            toParameterPath,
            value: fillValue(value, fields, () => 'left-out'),
          }));
          const operation = await loadOperation(document, call.operation);
          try {
            await document.withSchemas((source) =>
              buildRequest(source, operation, valuesFromMappings(mapped), { baseUrl: 'https://system.example' }),
            );
          } catch (error) {
            problems.push(`${id}: ${call.operation}: ${(error as Error).message}`);
          }
        }
      }
    }
    expect(problems).toEqual([]);
  });
});
