import { formatPath, type PathSegment } from '@portage/primitives/paths';
import { isMapped, type ParameterMapping } from './parameter-mappings.ts';
import { getDisplayName, hasAttribute, type SchemaNode } from './schema-node.ts';

export interface Visibility {
  /** Paths that were made advanced for customers (spec STEP-52). */
  dynamicAdvancedParameters: readonly string[];
  isImpersonating: boolean;
}

/** Whether a field is below "Show advanced parameters" (spec STEP-36, STEP-52). A schema can't make a required field advanced. */
export function isAdvanced(node: SchemaNode, path: string, { dynamicAdvancedParameters, isImpersonating }: Visibility): boolean {
  if (hasAttribute(node, 'Advanced')) return true;
  return !isImpersonating && dynamicAdvancedParameters.includes(path);
}

/** The current content of a form. */
export interface View extends Visibility {
  mappings: readonly ParameterMapping[];
  filter: string;
  showsAdvanced: boolean;
}

/** Whether a field is visible: not hidden, not filtered out, and not advanced unless advanced fields are shown or it's filled in. */
export function isInSight(node: SchemaNode, path: string, view: View): boolean {
  if (hasAttribute(node, 'hide') || !matchesFilter(node, view.filter)) return false;
  return !isAdvanced(node, path, view) || view.showsAdvanced || isMapped(view.mappings, path);
}

/** Fields that a form shows, without those that people never fill in themselves. */
export function shownProperties(properties: readonly SchemaNode[]): SchemaNode[] {
  return properties.filter((property) => !hasAttribute(property, 'hide'));
}

/** Required fields first, then in the document's order: real documents hide them behind dozens of options. */
export function requiredFirst(nodes: readonly SchemaNode[]): SchemaNode[] {
  return [...nodes.filter(({ isRequired }) => isRequired), ...nodes.filter(({ isRequired }) => !isRequired)];
}

/** How many fields the loaded part of a tree has; lists count once. For the filter above five fields (spec STEP-39). */
export function countFields(node: SchemaNode): number {
  if (hasAttribute(node, 'hide')) return 0;
  if (node.type !== 'Object' && node.type !== 'OneOfObject') return 1;
  const own = shownProperties(node.properties ?? []);
  const ofVariants = Object.values(node.discriminatorToProperties ?? {});
  const ofLargest = Math.max(0, ...ofVariants.map((properties) => properties.reduce((sum, one) => sum + countFields(one), 0)));
  return Math.max(1, own.reduce((sum, property) => sum + countFields(property), 0) + ofLargest);
}

/** Whether a field, or any loaded field within it, matches a "Field name" filter (spec STEP-39). */
export function matchesFilter(node: SchemaNode, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return true;
  if (`${getDisplayName(node)}\n${node.name}`.toLowerCase().includes(wanted)) return true;
  const inside = [...(node.properties ?? []), ...Object.values(node.discriminatorToProperties ?? {}).flat()];
  return (
    inside.some((property) => matchesFilter(property, filter)) || (node.arrayItemType ? matchesFilter(node.arrayItemType, filter) : false)
  );
}

export interface NodeWithPath {
  node: SchemaNode;
  path: string;
}

/** Every loaded field with its path. Skips members of lists, because their number isn't known. */
export function listFields(root: SchemaNode): NodeWithPath[] {
  const found: NodeWithPath[] = [];
  collect(root.properties ?? [], [], found);
  return found;
}

function collect(nodes: readonly SchemaNode[], segments: readonly PathSegment[], found: NodeWithPath[]): void {
  for (const node of nodes) {
    const own = [...segments, node.name];
    found.push({ node, path: formatPath(own) });
    collect(node.properties ?? [], own, found);
    for (const properties of Object.values(node.discriminatorToProperties ?? {})) collect(properties, own, found);
  }
}

/** Paths of the lookups whose choices depend on a path (spec STEP-44). */
export function dependentLookups(root: SchemaNode, path: string): string[] {
  return listFields(root)
    .filter(({ node }) => node.lookupSettings?.dependencies.includes(path))
    .map((field) => field.path);
}
