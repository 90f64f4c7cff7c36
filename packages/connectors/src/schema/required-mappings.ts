import { formatPath, type PathSegment } from '@portage/primitives/paths';
import { chosenVariant, listVariantProperties } from './one-of.ts';
import { isMapped, mappedItemCount, mappedValue, type ParameterMapping } from './parameter-mappings.ts';
import { getDisplayName, hasAttribute, type SchemaNode } from './schema-node.ts';

export interface MissingMapping {
  path: string;
  /** "Please enter" with the name of the field that has no value (spec STEP-41). */
  message: string;
}

/**
 * Blank mappings that an operation requires. A field is required only if it and all its parents are required (spec STEP-30). An
 * object that is mapped as a whole requires nothing within it. Hidden fields don't count, because people can't fill them in.
 *
 * @param root the operation's input; its groups (path, query, body) count as required.
 */
export function missingMappings(root: SchemaNode, mappings: readonly ParameterMapping[]): MissingMapping[] {
  const missing: MissingMapping[] = [];
  for (const group of root.properties ?? []) {
    const path = formatPath([group.name]);
    if (mappedValue(mappings, path).trim() !== '') continue;
    // A group isn't a field, but a body that isn't an object is one.
    const isField = group.type !== 'Object' && group.type !== 'OneOfObject';
    if (isField || group.type === 'OneOfObject') visit(group, [group.name], mappings, missing);
    else visitMembers({ ...group, asksForAny: group.isRequired && group.asksForAny === true }, [group.name], mappings, missing);
  }
  return missing;
}

function visitMembers(node: SchemaNode, segments: PathSegment[], mappings: readonly ParameterMapping[], missing: MissingMapping[]): void {
  const before = missing.length;
  for (const property of node.properties ?? []) visit(property, [...segments, property.name], mappings, missing);
  const first = node.properties?.find((property) => !hasAttribute(property, 'hide'));
  if (!node.asksForAny || !first || missing.length > before || isMapped(mappings, formatPath(segments))) return;
  missing.push({ path: formatPath([...segments, first.name]), message: `Please fill in at least one field of ${getDisplayName(node)}` });
}

function visit(node: SchemaNode, segments: PathSegment[], mappings: readonly ParameterMapping[], missing: MissingMapping[]): void {
  // A field with a single possible value is filled in automatically.
  if (!node.isRequired || hasAttribute(node, 'hide') || node.default !== undefined || node.enum?.length === 1) return;
  const path = formatPath(segments);
  if (mappedValue(mappings, path).trim() !== '') return;
  const report = () => missing.push({ path, message: `Please enter ${getDisplayName(node)}` });
  switch (node.type) {
    case 'Object':
      if (!node.properties) {
        if (!isMapped(mappings, path)) report();
        return;
      }
      visitMembers(node, segments, mappings, missing);
      return;
    case 'OneOfObject': {
      const variant = chosenVariant(node, segments, mappings);
      if (variant === null) {
        report();
        return;
      }
      for (const property of listVariantProperties(node, variant)) visit(property, [...segments, property.name], mappings, missing);
      return;
    }
    case 'Array': {
      const count = mappedItemCount(mappings, path);
      if (count === 0) report();
      for (let place = 0; place < count; place += 1) {
        if (node.arrayItemType) visit({ ...node.arrayItemType, isRequired: true }, [...segments, place], mappings, missing);
      }
      return;
    }
    // A file is mapped as a whole, or by its members.
    case 'File':
      if (!['base64', 'text'].some((member) => mappedValue(mappings, formatPath([...segments, member])) !== '')) report();
      return;
    default:
      report();
  }
}
