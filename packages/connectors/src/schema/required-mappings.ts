import { formatPath, type PathSegment } from '@portage/primitives/paths';
import { chosenVariant, propertiesOf } from './one-of.ts';
import { isMapped, mappedItemCount, mappedValue, type ParameterMapping } from './parameter-mappings.ts';
import { displayNameOf, hasAttribute, type SchemaNode } from './schema-node.ts';

export interface MissingMapping {
  path: string;
  /** "Please enter" with the name of the field that lacks a value (spec STEP-41). */
  message: string;
}

/**
 * Mappings that an operation cannot do without and that are blank. One is required only if it is required itself and so are
 * all that it lies in (spec STEP-30); an object that is mapped as a whole asks for nothing within it. What is hidden
 * people cannot fill in.
 *
 * @param root what the operation takes; its groups (path, query, body) count as required.
 */
export function missingMappings(root: SchemaNode, mappings: readonly ParameterMapping[]): MissingMapping[] {
  const missing: MissingMapping[] = [];
  for (const group of root.properties ?? []) {
    const path = formatPath([group.name]);
    if (mappedValue(mappings, path).trim() !== '') continue;
    // A group is not a field, but a body that is not an object is one.
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
  missing.push({ path: formatPath([...segments, first.name]), message: `Please fill in at least one field of ${displayNameOf(node)}` });
}

function visit(node: SchemaNode, segments: PathSegment[], mappings: readonly ParameterMapping[], missing: MissingMapping[]): void {
  // A field with one possible value fills itself in.
  if (!node.isRequired || hasAttribute(node, 'hide') || node.default !== undefined || node.enum?.length === 1) return;
  const path = formatPath(segments);
  if (mappedValue(mappings, path).trim() !== '') return;
  const report = () => missing.push({ path, message: `Please enter ${displayNameOf(node)}` });
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
      for (const property of propertiesOf(node, variant)) visit(property, [...segments, property.name], mappings, missing);
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
    // A file is given as a whole, or by its members.
    case 'File':
      if (!['base64', 'text'].some((member) => mappedValue(mappings, formatPath([...segments, member])) !== '')) report();
      return;
    default:
      report();
  }
}
