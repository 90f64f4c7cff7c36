import type { DocumentSummary } from '../extracted/extracted.ts';
import { humanised, splitWords } from '../extracted/readable-name.ts';
import { listMember, textMember } from '../json/json.ts';
import { type ThingOfPath, thingOfPath } from './things-of-path.ts';

const FEW_OPERATIONS = 20;
/** Up to this many events are easy to find in one list. */
const FEW_EVENTS = 20;
export const EVENTS = 'Events';

/** What an operation's resource is derived from. */
export interface Tagged {
  path: string;
  tag: string | null;
}

/**
 * Names the resource of each operation: its first tag or, if tags don't divide the operations (one for all, or nearly one per
 * operation, as in real documents), the subject of its path. The same subject in two namespaces makes two resources.
 */
export function resourceNames(operations: readonly Tagged[]): string[] {
  const tags = new Set(operations.map(({ tag }) => tag));
  const isFew = operations.length <= FEW_OPERATIONS;
  const divides = isFew || (tags.size > 1 && tags.size <= operations.length * 0.6);
  const tagOfKey = new Map([...tags].flatMap((tag) => (divides && tag ? [[sameWords(tag), tag] as const] : [])));
  const things = operations.map(({ tag, path }) => (divides && tag ? null : thingOfPath(path)));
  const namespaces = new Map<string, Set<string | null>>();
  for (const found of things) {
    if (!found?.thing) continue;
    const key = sameWords(found.thing);
    namespaces.set(key, (namespaces.get(key) ?? new Set()).add(found.namespace));
  }
  const idOfKey = new Map<string, string>();
  return operations.map(({ tag }, index) => {
    const found = things[index];
    if (!found) return tag ?? 'Other';
    const id = nameOfThing(found, namespaces);
    const key = sameWords(id);
    const known = tagOfKey.get(key) ?? idOfKey.get(key);
    if (known === undefined) idOfKey.set(key, id);
    return known ?? id;
  });
}

function nameOfThing({ thing, namespace }: ThingOfPath, namespaces: ReadonlyMap<string, ReadonlySet<string | null>>): string {
  if (!thing) return 'Other';
  const isShared = (namespaces.get(sameWords(thing))?.size ?? 0) > 1;
  return isShared && namespace ? `${namespace} ${thing}` : thing;
}

/** `input_items`, `inputItems` and "Input items" are the same. */
function sameWords(name: string): string {
  return splitWords(name).join(' ').toLowerCase();
}

/** What an event's resource is derived from. */
export interface Grouped {
  id: string;
  operationId: string | undefined;
  /** The resource that the document gives; null if there is none. */
  resource: string | null;
}

/**
 * Names the resource of each event: the document's value, otherwise "Events". If many have none, they are grouped by name without
 * its last part.
 *
 * @param taken existing resources; one with the same words is used again
 */
export function resourcesOfEvents(events: readonly Grouped[], taken: Iterable<string>): string[] {
  const isGrouped = events.filter(({ resource }) => resource === null).length > FEW_EVENTS;
  const known = new Map([...taken, ...events.flatMap(({ resource }) => resource ?? [])].map((name) => [sameWords(name), name]));
  return events.map(({ id, operationId, resource }) => {
    if (resource !== null) return resource;
    if (!isGrouped) return EVENTS;
    const name = humanised(subjectOfEvent(operationId?.includes('/') ? operationId : id)) || EVENTS;
    return known.get(sameWords(name)) ?? name;
  });
}

/** The subject of `branch-protection-rule/created` and `invoice.payment_failed` is everything before the last separator. */
function subjectOfEvent(id: string): string {
  const separator = Math.max(...['/', '.', ':'].map((one) => id.lastIndexOf(one)));
  if (separator > 0 && separator < id.length - 1) return id.slice(0, separator);
  const words = splitWords(id);
  return words.length > 1 ? words.slice(0, -1).join(' ') : id;
}

/** All resources by name, with the descriptions of the document's tags (spec API-87). The document's own names stay as written. */
export function listResources(
  document: unknown,
  resourceIds: Iterable<string>,
  writtenNames: ReadonlySet<string>,
): DocumentSummary['resources'] {
  const described = new Map(
    listMember(document, 'tags').map((tag) => [textMember(tag, 'name'), textMember(tag, 'description')?.slice(0, 500) ?? null] as const),
  );
  return [...new Set(resourceIds)]
    .map((id) => ({ id, name: writtenNames.has(id) ? id : humanised(id) || id, description: described.get(id) ?? null }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
