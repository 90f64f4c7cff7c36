import { formatPath, type PathSegment } from '@portage/primitives/paths';
import { isMapped, mappedValue, type ParameterMapping } from './parameter-mappings.ts';
import type { SchemaNode } from './schema-node.ts';

/** The variant that the mappings are for: by the discriminator's value, otherwise the first that has all mapped fields. Null: none yet. */
export function chosenVariant(node: SchemaNode, segments: readonly PathSegment[], mappings: readonly ParameterMapping[]): string | null {
  const variants = node.discriminatorToProperties ?? {};
  if (node.discriminator) {
    const value = mappedValue(mappings, formatPath([...segments, node.discriminator]));
    return Object.hasOwn(variants, value) ? value : null;
  }
  const mapped = mappings.filter(({ toParameterPath }) =>
    isMapped([{ fromParameterExpression: ' ', toParameterPath }], formatPath(segments)),
  );
  const ownPath = formatPath(segments);
  const inside = mapped.filter(({ toParameterPath }) => toParameterPath !== ownPath);
  if (inside.length === 0) return null;
  for (const [title, properties] of Object.entries(variants)) {
    const known = [...(node.properties ?? []), ...properties].map(({ name }) => formatPath([...segments, name]));
    if (inside.every((mapping) => known.some((path) => isMapped([{ ...mapping, fromParameterExpression: ' ' }], path)))) return title;
  }
  return null;
}

/** The properties of a OneOfObject with this variant. The discriminator itself is chosen, not written. */
export function listVariantProperties(node: SchemaNode, variant: string | null): readonly SchemaNode[] {
  const shared = (node.properties ?? []).filter(({ name }) => name !== node.discriminator);
  const variants = node.discriminatorToProperties;
  if (node.type !== 'OneOfObject' || variant === null || !variants || !Object.hasOwn(variants, variant)) return shared;
  const own = (variants[variant] ?? []).filter(({ name }) => name !== node.discriminator);
  const ownNames = new Set(own.map(({ name }) => name));
  return [...shared.filter(({ name }) => !ownNames.has(name)), ...own];
}
