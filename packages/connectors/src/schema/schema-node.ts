/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Types of a node that holds one value. */
export const simpleNodeTypes = ['String', 'Integer', 'Number', 'Boolean', 'Date', 'DateTime', 'File', 'Any'] as const;
export type SimpleNodeType = (typeof simpleNodeTypes)[number];
export type SchemaNodeType = 'Object' | 'OneOfObject' | 'Array' | SimpleNodeType;

/** Attributes that change how a field is shown or filled (spec STEP-107). */
export const schemaAttributes = [
  'Advanced',
  'paging_offset',
  'textarea',
  'hide',
  'lookup',
  'autocomplete',
  'x-custom-form',
  'show_description',
  'next_page_url',
] as const;
export type SchemaAttribute = (typeof schemaAttributes)[number];

export interface EnumChoice {
  value: string | number | boolean | null;
  label: string;
}

/**
 * One place in what an operation takes or gives (spec STEP-106). A document becomes a tree of these a little at a time:
 * where `reference` is set, the node's own members are left out and come from `ConnectorSchemaSource.expandNode`, so that
 * schemas that contain themselves, or would fill the memory, can be shown as far as a person opens them.
 */
export interface SchemaNode {
  /** Member name in its parent; in the paths of mappings. */
  name: string;
  /** Null: the name is what people read. */
  label: string | null;
  type: SchemaNodeType;
  isRequired: boolean;
  attributes?: readonly SchemaAttribute[];
  description?: string | null;
  /** Of an Object, and those that all variants of a OneOfObject share. */
  properties?: readonly SchemaNode[];
  enum?: readonly EnumChoice[];
  default?: Json;
  /** Of an Object (`minProperties`): one without any value is refused, although none of its properties is required by itself. */
  asksForAny?: boolean;
  /** Of an Array: the node of its items; its name is not used. */
  arrayItemType?: SchemaNode;
  /** Of a OneOfObject: the property whose value says which variant it is; null where nothing in the value does. */
  discriminator?: string | null;
  /** Of a OneOfObject: the further properties of each variant, by discriminator value, or by the variant's title. */
  discriminatorToProperties?: Readonly<Record<string, readonly SchemaNode[]>>;
  /** Paths of the values that the choices of a `lookup` depend on. */
  lookupSettings?: { dependencies: readonly string[] };
  autocompleteSettings?: { searchField: string };
  /** Where the members come from, when they are not here. */
  reference?: string;
}

export function hasAttribute(node: SchemaNode, attribute: SchemaAttribute): boolean {
  return node.attributes?.includes(attribute) ?? false;
}

/** The label above the node's field. */
export function displayNameOf(node: SchemaNode): string {
  return node.label?.trim() || node.name;
}

export function isSimple(node: SchemaNode): boolean {
  return (simpleNodeTypes as readonly string[]).includes(node.type);
}
