import type { EventChoice, OperationChoice, ResourceChoice } from '../schema/connector-schema-source.ts';
import { entriesOf, isObject, listMember, member, textMember } from './json.ts';
import { below, follow, type Located } from './json-pointer.ts';
import { supportsPaging } from './paging.ts';

/** One operation of a document. Its id is its method and path: operationIds are missing or doubled in real documents. */
export interface DocumentOperation extends OperationChoice {
  method: string;
  path: string;
  located: Located;
  /** Parameters of its path, which its own override. */
  shared: Located;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const;

/** All operations, in the order of the document. */
export function operationsOf(document: unknown): DocumentOperation[] {
  const operations: DocumentOperation[] = [];
  for (const [path, item] of entriesOf(document, 'paths')) {
    const pathItem = follow(document, { value: item, pointer: below('#', 'paths', path) });
    if (!pathItem) continue;
    for (const method of METHODS) {
      const value = member(pathItem.value, method);
      if (!isObject(value)) continue;
      const located = { value, pointer: below(pathItem.pointer, method) };
      const shared = { value: member(pathItem.value, 'parameters'), pointer: below(pathItem.pointer, 'parameters') };
      const operation = { id: `${method.toUpperCase()} ${path}`, method, path, located, shared };
      operations.push({
        ...operation,
        name: nameOf(value, method, path),
        resourceId: resourceOf(value, path),
        description: textMember(value, 'description') ?? null,
        supportsPaging: supportsPaging(document, operation),
      });
    }
  }
  return operations;
}

/** Resources by name: what operations are about (spec API-87). */
export function resourcesOf(document: unknown, operations: readonly { resourceId: string }[]): ResourceChoice[] {
  const described = new Map(
    listMember(document, 'tags').map((tag) => [textMember(tag, 'name'), textMember(tag, 'description') ?? null] as const),
  );
  return [...new Set(operations.map(({ resourceId }) => resourceId))]
    .sort((a, b) => a.localeCompare(b, 'en'))
    .map((name) => ({ id: name, name, description: described.get(name) ?? null }));
}

/** Events of a document: `webhooks` (3.1), `x-webhooks` (spec API-88). */
export function eventsOf(document: unknown): (EventChoice & { located: Located })[] {
  return ['webhooks', 'x-webhooks'].flatMap((holder) =>
    entriesOf(document, holder).flatMap(([name, item]) => {
      const pointer = below('#', holder, name);
      const found = METHODS.map((method) => [method, member(item, method)] as const).find(([, value]) => isObject(value));
      if (!found) return [];
      const [method, value] = found;
      return [
        {
          id: name,
          name: textMember(value, 'summary') ?? name,
          resourceId: tagOf(value) ?? 'Events',
          description: textMember(value, 'description') ?? null,
          located: { value, pointer: below(pointer, method) },
        },
      ];
    }),
  );
}

function nameOf(operation: unknown, method: string, path: string): string {
  return textMember(operation, 'summary')?.trim() || textMember(operation, 'operationId') || `${method.toUpperCase()} ${path}`;
}

function tagOf(operation: unknown): string | undefined {
  return listMember(operation, 'tags').find((tag) => typeof tag === 'string' && tag.trim() !== '') as string | undefined;
}

/** The first tag, else the last part of the path that is no parameter and no file ending. */
function resourceOf(operation: unknown, path: string): string {
  const tag = tagOf(operation);
  if (tag) return tag;
  const parts = path.split('/').filter((part) => part !== '' && !part.includes('{'));
  return (parts.at(-1) ?? 'Other').replace(/\.(json|xml)$/i, '') || 'Other';
}
