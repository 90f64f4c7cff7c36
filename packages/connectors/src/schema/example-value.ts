import type { Json, SchemaNode } from './schema-node.ts';

const MAX_LEVELS = 4;
/** In total: a document may have thousands, each with thousands of its own. */
const MAX_MEMBERS = 300;
/** Better example texts than the member's name, by the name's last word. */
const TEXTS: readonly [RegExp, string][] = [
  [/e-?mail$/i, 'ada@example.com'],
  [/first_?name$/i, 'Ada'],
  [/last_?name$/i, 'Lovelace'],
  [/currency(_?code)?$/i, 'EUR'],
  [/phone$/i, '+15550100'],
  [/(price|amount|total|subtotal)$/i, '10.00'],
  [/(url|link)$/i, 'https://example.com/'],
  [/id$/i, '1001'],
  [/(_at|At|date)$/, '2026-01-05T09:00:00Z'],
];

/** Resolves a node's reference; null if it can't. */
export type Expand = (reference: string) => Promise<SchemaNode | null>;

/** A plausible example value of a schema: its defaults and first choices, and texts that suit their names. */
export function exampleValue(node: SchemaNode, expand: Expand): Promise<Json> {
  return buildExample(node, { expand, membersLeft: MAX_MEMBERS }, 0);
}

interface Progress {
  expand: Expand;
  membersLeft: number;
}

async function buildExample(node: SchemaNode, progress: Progress, level: number): Promise<Json> {
  if (node.default !== undefined) return node.default;
  const [choice] = node.enum ?? [];
  if (choice) return choice.value;
  if (node.reference && level < MAX_LEVELS) {
    const { reference: _, ...whole } = (await progress.expand(node.reference)) ?? node;
    return buildExample({ ...whole, name: node.name }, progress, level);
  }
  switch (node.type) {
    case 'Object':
    case 'OneOfObject':
      return buildObject(node, progress, level);
    case 'Array':
      return node.arrayItemType && level < MAX_LEVELS ? [await buildExample(node.arrayItemType, progress, level + 1)] : [];
    case 'Integer':
    case 'Number':
      return 1;
    case 'Boolean':
      return true;
    case 'Date':
      return '2026-01-05';
    case 'DateTime':
      return '2026-01-05T09:00:00Z';
    case 'String':
      return TEXTS.find(([pattern]) => pattern.test(node.name))?.[1] ?? (node.name || 'text');
    case 'File':
    case 'Any':
      return null;
    default:
      return node.type satisfies never;
  }
}

async function buildObject(node: SchemaNode, progress: Progress, level: number): Promise<Json> {
  if (level >= MAX_LEVELS) return {};
  const variant = Object.values(node.discriminatorToProperties ?? {})[0] ?? [];
  const members: [string, Json][] = [];
  for (const property of [...(node.properties ?? []), ...variant]) {
    if (progress.membersLeft <= 0) break;
    progress.membersLeft -= 1;
    members.push([property.name, await buildExample(property, progress, level + 1)]);
  }
  return Object.fromEntries(members);
}
