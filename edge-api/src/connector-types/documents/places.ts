export const eventHolders = ['webhooks', 'x-webhooks'] as const;

/** Longer chains of references are circular or malicious. */
const MAX_HOPS = 20;

/** An object's own member; undefined for other values. */
export function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** The target of a `{ $ref }`; undefined if it isn't a reference, is circular, or leads nowhere or outside the document. */
export function atReference(document: unknown, holder: unknown): unknown {
  let value: unknown = holder;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const reference = getMember(value, '$ref');
    if (typeof reference !== 'string') return hop === 0 ? undefined : value;
    if (!reference.startsWith('#/')) return undefined;
    value = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => getMember(at, unescaped(part)), document);
    if (value === undefined) return undefined;
  }
  return undefined;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

/** The targets of references in an operation's parameters, body and responses; schemas are read one at a time. */
export function collectReferences(document: unknown, operation: unknown, pathParameters: readonly unknown[]): Record<string, unknown> {
  const parameters = getMember(operation, 'parameters');
  const answers = getMember(operation, 'responses');
  const holders = [
    ...pathParameters,
    ...(Array.isArray(parameters) ? parameters : []),
    getMember(operation, 'requestBody'),
    ...(typeof answers === 'object' && answers !== null ? Object.values(answers) : []),
  ];
  const found: Record<string, unknown> = {};
  for (const holder of holders) {
    const reference = getMember(holder, '$ref');
    const value = atReference(document, holder);
    if (typeof reference === 'string' && value !== undefined) found[reference] = value;
  }
  return found;
}
