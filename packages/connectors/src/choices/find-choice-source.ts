import { type PathSegment, parsePath } from '@portage/primitives/paths';
import { type ChoiceSource, readChoiceSource } from '../declarations/choice-source.ts';
import { type ConnectorDocument, loadEvent, loadOperation } from '../extracted/connector-document.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { flatSchema } from '../extracted/flat-schema.ts';
import { eventKey, operationKey } from '../extracted/units.ts';
import { below, type Located, type SchemaSource } from '../json/json-pointer.ts';

/** A field of an operation's or a subscription's input. */
export interface ChoiceField {
  operationId?: string | undefined;
  eventId?: string | undefined;
  parameterPath: string;
}

const MEMBERS = { lookup: 'x-lookup', autocomplete: 'x-autocomplete' } as const;

/** The source of a field's choices; null if its schema names none. @throws Error if the document has no such operation or event */
export async function findChoiceSource(
  document: ConnectorDocument,
  { operationId, eventId, parameterPath }: ChoiceField,
  kind: 'lookup' | 'autocomplete',
): Promise<ChoiceSource | null> {
  const segments = parsePath(parameterPath);
  if (!segments) return null;
  const operation = operationId === undefined ? null : await loadOperation(document, operationId);
  const event = operation || eventId === undefined ? null : await loadEvent(document, eventId);
  return document.withSchemas((source) => {
    const start = operation
      ? operationField(operation, segments)
      : event && segments[0] === 'body'
        ? {
            located: { value: event.subscriptionSchema, pointer: below(eventKey(event.id), 'subscriptionSchema') },
            rest: segments.slice(1),
          }
        : null;
    if (!start) return null;
    for (const place of findSchemasAt(source, start.located, start.rest, 0)) {
      const found = readChoiceSource(flatSchema(source, place).members.get(MEMBERS[kind]));
      if (found) return found;
    }
    return null;
  });
}

function operationField(
  { id, parameters, body }: ExtractedOperation,
  [group, name, ...rest]: readonly PathSegment[],
): { located: Located; rest: readonly PathSegment[] } | null {
  if (group === 'body') {
    const value = body?.contents[0]?.schema;
    const located = { value, pointer: below(operationKey(id), 'body', 'contents', 0, 'schema') };
    return value === undefined ? null : { located, rest: name === undefined ? [] : [name, ...rest] };
  }
  const index = parameters.findIndex((parameter) => parameter.place === group && parameter.name === name);
  const value = parameters[index]?.schema;
  return index < 0 ? null : { located: { value, pointer: below(operationKey(id), 'parameters', index, 'schema') }, rest };
}

/** Deeper than any form goes. */
const MAX_DEPTH = 60;

/** The schemas that a path may mean: several variants can have a member of the same name. */
function* findSchemasAt(source: SchemaSource, located: Located, rest: readonly PathSegment[], depth: number): Generator<Located> {
  const [segment, ...further] = rest;
  if (segment === undefined) {
    yield located;
    return;
  }
  if (depth > MAX_DEPTH) return;
  const flat = flatSchema(source, located);
  if (typeof segment === 'number') {
    const items: Located = { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
    yield* findSchemasAt(source, items, further, depth + 1);
  } else {
    const property = flat.properties.get(segment);
    if (property) yield* findSchemasAt(source, property, further, depth + 1);
  }
  for (const variant of flat.variants) yield* findSchemasAt(source, variant, rest, depth + 1);
}
