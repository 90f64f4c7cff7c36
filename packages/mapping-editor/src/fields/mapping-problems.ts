import { type FieldMapping, fieldLinks, singleReference } from './field-mappings.ts';
import { type MappingField, typeWord } from './mapping-field.ts';

/** Required target fields without a mapping (INT-09). Those of a list's entries are required once the list is mapped. */
export function missingFields(targets: readonly MappingField[], mappings: readonly FieldMapping[]): MappingField[] {
  const mapped = mappings.flatMap((one) => (one.fromParameterExpression.trim() === '' ? [] : [one.toParameterPath]));
  const has = new Set(mapped);
  return targets.filter(({ path, isRequired, list }) => {
    if (!isRequired || has.has(path)) return false;
    // A value for a whole object includes its fields.
    if (mapped.some((one) => !one.endsWith('[]') && isBelow(path, one))) return false;
    return list === null || has.has(list);
  });
}

function isBelow(path: string, container: string): boolean {
  return path.startsWith(`${container}.`) || path.startsWith(`${container}[`);
}

type Kind = 'text' | 'number' | 'truth' | 'date' | 'object' | 'list' | 'any';

const kinds: Record<MappingField['type'], Kind> = {
  String: 'text',
  Integer: 'number',
  Number: 'number',
  Boolean: 'truth',
  Date: 'date',
  DateTime: 'date',
  File: 'any',
  Any: 'any',
  Object: 'object',
  OneOfObject: 'object',
  Array: 'list',
};

/** Why the type of a source field may not fit the target field; null: it fits. */
export function mismatch(source: Pick<MappingField, 'type'>, target: Pick<MappingField, 'type'>): string | null {
  const [from, to] = [kinds[source.type], kinds[target.type]];
  if (from === to || from === 'any' || to === 'any') return null;
  const isOne = from !== 'object' && from !== 'list';
  // Every single value can be written as text.
  if (to === 'text' && isOne) return null;
  if (to === 'date' && from === 'text') return null;
  const words = `${typeWord(source)} goes into a field for: ${typeWord(target).toLowerCase()}`;
  return from === 'text' && (to === 'number' || to === 'truth')
    ? `${words}. It works only if the text can be converted.`
    : `${words}. The target may reject it.`;
}

/** Warnings about types, by target path: only if a field is copied unchanged. */
export function typeDoubts(
  mappings: readonly FieldMapping[],
  sources: readonly MappingField[],
  targets: readonly MappingField[],
): Map<string, string> {
  const sourceAt = new Map(sources.map((field) => [field.path, field]));
  const targetAt = new Map(targets.map((field) => [field.path, field]));
  const plain = new Set(mappings.flatMap((one) => (singleReference(one.fromParameterExpression) ? [one.toParameterPath] : [])));
  const doubts = new Map<string, string>();
  for (const { sourcePath, targetPath } of fieldLinks(mappings, sources)) {
    const [source, target] = [sourceAt.get(sourcePath), targetAt.get(targetPath)];
    if (!source || !target || !plain.has(targetPath)) continue;
    const doubt = mismatch(source, target);
    if (doubt) doubts.set(targetPath, doubt);
  }
  return doubts;
}
