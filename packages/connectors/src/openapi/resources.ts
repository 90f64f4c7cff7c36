import type { DocumentSummary } from './extracted.ts';
import { listMember, textMember } from './json.ts';

const FEW_OPERATIONS = 20;

/** An operation as its resource is found by. */
export interface Tagged {
  path: string;
  tag: string | null;
}

/**
 * Names the resource of each operation: its first tag, or, where tags divide nothing (one for all, or nearly one for each
 * operation, as real documents have it), the last part of the path that is no parameter.
 */
export function resourceNames(operations: readonly Tagged[]): string[] {
  const tags = new Set(operations.map(({ tag }) => tag));
  const isFew = operations.length <= FEW_OPERATIONS;
  const divides = isFew || (tags.size > 1 && tags.size <= operations.length * 0.6);
  return operations.map(({ tag, path }) => (divides && tag ? tag : resourceOfPath(path)));
}

/** The last part of a path that is no parameter, without a file ending and a GraphQL operation's name. */
export function resourceOfPath(path: string): string {
  const parts = (path.split('#')[0] ?? '').split('/').filter((part) => part !== '' && !part.includes('{'));
  return (parts.at(-1) ?? '').replace(/\.(json|xml)$/i, '') || 'Other';
}

/** All resources by name, with what the document's tags say of them (spec API-87). */
export function listResources(document: unknown, resourceIds: Iterable<string>): DocumentSummary['resources'] {
  const described = new Map(
    listMember(document, 'tags').map((tag) => [textMember(tag, 'name'), textMember(tag, 'description')?.slice(0, 500) ?? null] as const),
  );
  return [...new Set(resourceIds)]
    .sort((a, b) => a.localeCompare(b, 'en'))
    .map((name) => ({ id: name, name, description: described.get(name) ?? null }));
}
