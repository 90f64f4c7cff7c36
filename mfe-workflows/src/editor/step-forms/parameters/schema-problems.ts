import { missingMappings, type ParameterMapping, type SchemaNode } from '@portage/connectors/schema';

/** The name of a mapping's field in the form; scopes distinguish several lists of mappings in one form. */
export function mappingField(path: string, scope = ''): string {
  return `mapping:${scope}${path}`;
}

/** Missing values that only the form knows about: the resource and required mappings (spec STEP-25, STEP-40, STEP-41). */
export function schemaProblems(
  isResourceMissing: boolean,
  root: SchemaNode | undefined,
  mappings: readonly ParameterMapping[],
  scope = '',
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  if (isResourceMissing) problems.set('resourceId', 'Please input Resource');
  if (root) for (const { path, message } of missingMappings(root, mappings)) problems.set(mappingField(path, scope), message);
  return problems;
}
