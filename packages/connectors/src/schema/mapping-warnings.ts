import { type PathSegment, parsePath } from '@portage/primitives/paths';
import { fileMembers } from './file-members.ts';
import type { ParameterMapping } from './parameter-mappings.ts';
import { getDisplayName, type SchemaNode } from './schema-node.ts';

/** A mapping that doesn't do what its author meant, if that can be seen before a run. */
export interface MappingWarning {
  path: string;
  message: string;
}

/** Warns about mappings and values that the operation doesn't accept. The results of expressions aren't known before a run. */
export function mappingWarnings(root: SchemaNode, mappings: readonly ParameterMapping[]): MappingWarning[] {
  return mappings.flatMap(({ toParameterPath: path, fromParameterExpression }) => {
    const expression = fromParameterExpression ?? '';
    if (expression.trim() === '') return [];
    const segments = parsePath(path);
    if (!segments) return [{ path, message: `"${path}" is not the path of a field; the step fails with it.` }];
    const found = nodesAt(root, segments);
    if (found.kind === 'unknown') {
      const isBody = segments[0] === 'body' && root.properties?.some(({ name }) => name === 'body');
      const effect = isBody ? 'its value is sent anyway' : "it can't be sent, so the step fails with it";
      return [{ path, message: `"${path}" is not a field of this operation; ${effect}.` }];
    }
    const problem = found.kind === 'nodes' ? enumProblem(found.nodes, expression) : null;
    return problem ? [{ path, message: problem }] : [];
  });
}

type Found = { kind: 'nodes'; nodes: SchemaNode[] } | { kind: 'unknown' } | { kind: 'anything' };

/** What may be at a path: several nodes if variants have a field of the same name; anything if the document doesn't say. */
function nodesAt(root: SchemaNode, segments: readonly PathSegment[]): Found {
  let nodes = [root];
  for (const segment of segments) {
    const next: SchemaNode[] = [];
    for (const node of nodes) {
      const members = findMembers(node, segment);
      if (members === 'anything') return { kind: 'anything' };
      next.push(...members);
    }
    if (next.length === 0) return { kind: 'unknown' };
    nodes = next;
  }
  return { kind: 'nodes', nodes };
}

function findMembers(node: SchemaNode, segment: PathSegment): SchemaNode[] | 'anything' {
  // What is behind a reference isn't loaded yet.
  if (node.reference !== undefined || node.type === 'Any') return 'anything';
  if (node.type === 'Array') return typeof segment === 'number' ? (node.arrayItemType ? [node.arrayItemType] : 'anything') : [];
  if (node.type === 'File') return (fileMembers as readonly PathSegment[]).includes(segment) ? 'anything' : [];
  const variants = Object.values(node.discriminatorToProperties ?? {}).flat();
  return [...(node.properties ?? []), ...variants].filter(({ name }) => name === segment);
}

/** Only texts that are certainly the value itself are checked against the choices. */
function enumProblem(nodes: readonly SchemaNode[], expression: string): string | null {
  if (/[$]|\w\s*\(/.test(expression)) return null;
  const [node] = nodes;
  if (!node || nodes.some((one) => !one.enum)) return null;
  const allowed = nodes.flatMap((one) => one.enum ?? []).map(({ value }) => String(value));
  const value = expression.trim();
  const unquoted = /^"(.*)"$|^'(.*)'$/.exec(value);
  if (allowed.includes(value) || allowed.includes(unquoted?.[1] ?? unquoted?.[2] ?? value)) return null;
  const shown = allowed.slice(0, 8).join(', ');
  return `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}" is none of the values that ${getDisplayName(node)} allows: ${shown}${allowed.length > 8 ? ' …' : ''}.`;
}
