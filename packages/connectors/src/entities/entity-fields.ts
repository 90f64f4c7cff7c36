import { formatPath, isWithin, type PathSegment } from '@portage/primitives/paths';
import type { CustomFields } from '../choices/custom-parameters.ts';
import { withCustomFields } from '../choices/with-custom-fields.ts';
import type { EntityDefinition, EntityWrite } from '../declarations/entity.ts';
import { type ConnectorDocument, loadOperation } from '../extracted/connector-document.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { type Conversion, startConversion, toSchemaNode } from '../extracted/to-schema-node.ts';
import { bodySchema } from '../requests/build-request.ts';
import { getDisplayName, hasAttribute, type SchemaNode, type SchemaNodeType } from '../schema/schema-node.ts';
import { recordSchema } from './check-entity-paths.ts';
import { entityPlaceholders } from './entity-values.ts';

export interface EntityField {
  /**
   * For a source: a path in the record (`Name`, `lineItems.nodes[].sku`). For a target: as in mappings (`body.product.title`);
   * `body.lines[]` is a list, `body.lines[].price` a field of its entries.
   */
  path: string;
  /** As people read it, with the names of its parents: "Variants › Price". */
  title: string;
  type: SchemaNodeType;
  isRequired: boolean;
  description: string | null;
  choices: SchemaNode['enum'] | null;
  /** Whether forms show it under "advanced". */
  isAdvanced: boolean;
  /** For a target: whether only new records get it. */
  isCreateOnly: boolean;
}

/** Deep enough for a line's price in a currency; ends recursive schemas. */
const MAX_LEVELS = 9;
const MAX_NODES = 4_000;
const MAX_FIELDS = 2_000;
/** Between a field's name and its parent's. */
const BELOW = ' › ';

/** Fields of an entity's record. Empty if the entity isn't a source, or if the document doesn't describe its records. */
export async function entitySourceFields(document: ConnectorDocument, entity: EntityDefinition): Promise<EntityField[]> {
  const call = entity.list ?? entity.get;
  if (!call) return [];
  const operation = await loadOperation(document, call.operation);
  const record = await document.withSchemas((source) => {
    const located = recordSchema(source, new Map([[operation.id, operation]]), entity);
    return (
      located && toSchemaNode(located, { name: 'record', isRequired: true }, limitConversion(startConversion(source, { isAnswer: true })))
    );
  });
  return record ? collect(record, { at: [], lists: new Set(), several: new Set(), isUsual: () => false }) : [];
}

/**
 * Fields that an entity's mappings may write: those for finding first, then the body of its creation, otherwise of its update.
 * Omits what the entity fills in itself.
 *
 * @param customFields of the account
 */
export async function entityTargetFields(
  document: ConnectorDocument,
  entity: EntityDefinition,
  customFields: readonly CustomFields[] = [],
): Promise<EntityField[]> {
  const sent = Object.entries(entity.create?.moves ?? {});
  const match = entity.matchFields.map(
    ({ name, title, description, isRequired }): EntityField => ({
      ...plain,
      path: `match.${name}`,
      title: sent.some(([from, to]) => to !== null && isWithin(`match.${name}`, from)) ? title : `Find by${BELOW}${title}`,
      type: 'String',
      isRequired,
      description: description ?? null,
    }),
  );
  const write = entity.create ?? entity.update;
  if (!write) return match;
  const operation = await loadOperation(document, write.operation);
  const body = await bodyNode(document, operation, customFields);
  if (!body) return match;
  const isFixed = fixedPaths(write);
  // Lists whose items are filled by values for finding, such as the cells of a row.
  const places = sent.flatMap(([from, to]) => (to !== null && isWithin(from, 'match') ? to.replace(/\[.*$/, '') : []));
  const isFilled = (path: string) => places.some((place) => isWithin(path.replaceAll('[]', ''), place));
  const isUsual = usualPaths(write);
  const fields = collect(body, { at: ['body'], lists: firstEntries(entity), several: severalEntries(entity), isUsual }).filter(
    ({ path }) => !isFixed(path) && !isFilled(path),
  );
  const { create, update } = entity;
  return [...match, ...fields.map((field) => ({ ...field, isCreateOnly: isCreateOnly(field.path, create, update) }))];
}

const plain = { choices: null, isAdvanced: false, isCreateOnly: false };

function limitConversion(conversion: Conversion): Conversion {
  return { ...conversion, levelsLeft: MAX_LEVELS, nodesLeft: MAX_NODES };
}

async function bodyNode(
  document: ConnectorDocument,
  operation: ExtractedOperation,
  customFields: readonly CustomFields[],
): Promise<SchemaNode | null> {
  const [content] = operation.body?.contents ?? [];
  if (!content) return null;
  const body = await document.withSchemas((source) =>
    toSchemaNode(bodySchema(operation, content), { name: 'body', isRequired: true }, limitConversion(startConversion(source))),
  );
  const root: SchemaNode = { name: '', label: null, type: 'Object', isRequired: true, properties: [body] };
  const { properties = [] } = await withCustomFields(document, root, operation.id, customFields);
  return properties[0] ?? null;
}

interface Walk {
  at: readonly PathSegment[];
  /** Lists whose first entry a record fills: `body.variants`. */
  lists: ReadonlySet<string>;
  /** Those of `lists` whose other entries a record may fill, too. */
  several: ReadonlySet<string>;
  /** Whether the entity has its own value for a path without a mapping. */
  isUsual: (path: string) => boolean;
}

function collect(root: SchemaNode, walk: Walk): EntityField[] {
  const fields: EntityField[] = [];
  visit(root, walk, '', [], true, false);
  return withoutCommonTitle(fields);

  function visit(
    node: SchemaNode,
    { at, lists, several, isUsual }: Walk,
    suffix: string,
    titles: readonly string[],
    isRequired: boolean,
    isAdvanced: boolean,
  ): void {
    if (fields.length >= MAX_FIELDS || hasAttribute(node, 'hide')) return;
    const path = `${suffix}${at.length === 0 ? '' : formatPath(at)}`;
    const advanced = isAdvanced || hasAttribute(node, 'Advanced');
    const inner = [...(node.properties ?? []), ...Object.values(node.discriminatorToProperties ?? {}).flat()];
    const goOn = (child: SchemaNode, place: readonly PathSegment[], prefix: string, titled: readonly string[], needed: boolean) =>
      visit(child, { at: place, lists, several, isUsual }, prefix, titled, needed, advanced);
    if (node.type === 'Array') {
      const entry = node.arrayItemType;
      const isFirstAlone = lists.has(path);
      if (!isFirstAlone) put(node, `${path}[]`, titles, isRequired, advanced);
      if (!entry) return;
      if (isFirstAlone) goOn(entry, [...at, 0], suffix, titles, isRequired);
      if (isFirstAlone && !several.has(path)) return;
      const each = isFirstAlone ? [...titles.slice(0, -1), `Each of the ${titles.at(-1)?.toLowerCase()}`] : titles;
      if (isFirstAlone) put(node, `${path}[]`, each, false, true);
      for (const child of distinct(entry.properties ?? [])) {
        const named = [...each, getDisplayName(child)];
        const isNeeded = isRequired && child.isRequired && !isFirstAlone;
        visit(child, { at: [child.name], lists, several, isUsual }, `${path}[].`, named, isNeeded, advanced || isFirstAlone);
      }
      return;
    }
    if (inner.length > 0 && (node.type === 'Object' || node.type === 'OneOfObject')) {
      for (const child of distinct(inner))
        goOn(child, [...at, child.name], suffix, [...titles, getDisplayName(child)], isRequired && child.isRequired);
      return;
    }
    if (path !== '' && path !== 'body') put(node, path, titles, isRequired, advanced);
  }

  function put(node: SchemaNode, path: string, titles: readonly string[], isRequired: boolean, isAdvanced: boolean): void {
    fields.push({
      path,
      title:
        titles
          .map(readable)
          .filter((title, index, all) => title !== all[index - 1])
          .join(BELOW) || path,
      type: node.type,
      isRequired: isRequired && !walk.isUsual(path) && node.default === undefined,
      description: node.description ?? null,
      choices: node.enum ?? null,
      isAdvanced,
      isCreateOnly: false,
    });
  }
}

/** Removes a parent name that all fields share, because it says nothing: `Input › Title` if the body is an input. */
function withoutCommonTitle(fields: readonly EntityField[]): EntityField[] {
  const [first] = fields;
  const end = first ? first.title.indexOf(BELOW) : -1;
  const common = first?.title.slice(0, end + BELOW.length) ?? '';
  if (end < 0 || fields.some(({ title }) => !title.startsWith(common))) return [...fields];
  return fields.map((field) => ({ ...field, title: field.title.slice(common.length) }));
}

/** Variants may share properties. */
function distinct(nodes: readonly SchemaNode[]): SchemaNode[] {
  return [...new Map(nodes.map((node) => [node.name, node])).values()];
}

/** `inventoryItem` as people read it: "Inventory item". Keeps a name with spaces or in capitals. */
function readable(name: string): string {
  if (/\s/.test(name) || name === name.toUpperCase()) return name;
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .trim();
  const small = words.split(' ').map((word, index) => (index === 0 || word === word.toUpperCase() ? word : word.toLowerCase()));
  const text = small.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lists that the entity itself names with their first entry. */
function firstEntries({ create, update, find, findMany, externalIdFields }: EntityDefinition): Set<string> {
  const paths = [
    ...[create, update].flatMap((write) => [...Object.keys(write?.values ?? {}), ...Object.keys(write?.moves ?? {})]),
    ...find.map(({ key }) => key),
    ...[findMany ?? []].flat().map(({ key }) => key),
    ...externalIdFields,
  ];
  return new Set(paths.flatMap((path) => [...path.matchAll(/\[0\]/g)].map(({ index }) => path.slice(0, index))));
}

/** Lists whose entries an update matches, as mappings name them. */
function severalEntries({ update }: EntityDefinition): Set<string> {
  const path = update?.entries?.path;
  if (path === undefined) return new Set();
  return new Set([Object.entries(update?.moves ?? {}).find(([, to]) => to === path)?.[0] ?? path]);
}

/** Values that the engine supplies: ids, keys, and what was read before. */
function fixedPaths({ values }: EntityWrite): (path: string) => boolean {
  const fixed = Object.entries(values)
    .filter(
      ([, value]) =>
        entityPlaceholders(value).some((name) => /^(id|externalId|idempotencyKey|current\.)/.test(name)) || typeof value === 'object',
    )
    .map(([path]) => path);
  return (path) => fixed.some((one) => isWithin(path.replaceAll('[]', ''), one));
}

function usualPaths({ values }: EntityWrite): (path: string) => boolean {
  return (path) => Object.hasOwn(values, path);
}

function isCreateOnly(path: string, create: EntityWrite | undefined, update: EntityWrite | undefined): boolean {
  if (!create) return false;
  if (!update) return true;
  const moves = Object.entries(update.moves ?? {});
  const [nearest] = moves.filter(([from]) => isWithin(path.replaceAll('[]', ''), from)).sort(([a], [b]) => b.length - a.length);
  return nearest !== undefined && nearest[1] === null;
}
