import { type ConnectorDocument, expandReference } from '../extracted/connector-document.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { CustomFields } from './custom-parameters.ts';

/** An operation's schema with the account's own fields added. If the document already describes a field, its description wins. */
export async function withCustomFields(
  document: ConnectorDocument,
  root: SchemaNode,
  operationId: string,
  custom: readonly CustomFields[],
): Promise<SchemaNode> {
  let changed = root;
  for (const { into, nodes } of custom) {
    const at = into.lastIndexOf('#/');
    if (into.slice(0, at) !== operationId || nodes.length === 0) continue;
    const names = into
      .slice(at + 2)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    changed = await added(document, changed, names, nodes);
  }
  return changed;
}

/** Adds nothing if the schema doesn't have the object. */
async function added(
  document: ConnectorDocument,
  node: SchemaNode,
  [name, ...rest]: readonly string[],
  nodes: readonly SchemaNode[],
): Promise<SchemaNode> {
  const opened = await open(document, node);
  if (name === undefined) return withProperties(opened, nodes);
  if (name === '[]' && opened.arrayItemType) {
    return { ...opened, arrayItemType: await added(document, opened.arrayItemType, rest, nodes) };
  }
  const properties = opened.properties ?? [];
  const at = properties.findIndex((one) => one.name === name);
  const inner = properties[at];
  return inner ? { ...opened, properties: properties.with(at, await added(document, inner, rest, nodes)) } : node;
}

async function open(document: ConnectorDocument, node: SchemaNode): Promise<SchemaNode> {
  if (node.reference === undefined) return node;
  const { name, label, isRequired } = node;
  const expanded = await expandReference(document, node.reference).catch(() => null);
  return expanded ? { ...expanded, name, label, isRequired } : node;
}

function withProperties(node: SchemaNode, nodes: readonly SchemaNode[]): SchemaNode {
  const known = new Set((node.properties ?? []).map(({ name }) => name));
  const properties = [...(node.properties ?? []), ...nodes.filter(({ name }) => !known.has(name))];
  if (node.type === 'OneOfObject') return { ...node, properties };
  // An object with arbitrary members is a text area for its JSON; now it has fields.
  const attributes = (node.attributes ?? []).filter((one) => one !== 'textarea');
  const { attributes: _, ...rest } = node;
  return { ...rest, ...(attributes.length > 0 ? { attributes } : {}), type: 'Object', properties };
}
