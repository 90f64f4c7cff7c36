export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Types of nodes with a single value. */
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
 * A field of an operation's input or output (spec STEP-106). A document becomes a tree of nodes step by step: if `reference` is
 * set, the node's own members are omitted and come from `ConnectorSchemaSource.expandNode`. That way, recursive or huge schemas
 * can be shown as deep as a person opens them.
 */
export interface SchemaNode {
  /** Member name in its parent, and in the paths of mappings. */
  name: string;
  /** Null: people see the name. */
  label: string | null;
  type: SchemaNodeType;
  isRequired: boolean;
  attributes?: readonly SchemaAttribute[];
  description?: string | null;
  /** Of an Object, or those that all variants of a OneOfObject share. */
  properties?: readonly SchemaNode[];
  enum?: readonly EnumChoice[];
  default?: Json;
  /** Of an Object (`minProperties`): it's refused without any value, although none of its properties is required. */
  asksForAny?: boolean;
  /** Of an Array: the node of its items; that node's name isn't used. */
  arrayItemType?: SchemaNode;
  /** Of a OneOfObject: the property whose value says which variant it is; null if no property does. */
  discriminator?: string | null;
  /** Of a OneOfObject: the additional properties of each variant, by discriminator value or by the variant's title. */
  discriminatorToProperties?: Readonly<Record<string, readonly SchemaNode[]>>;
  /** Paths of the values that the choices of a `lookup` depend on. */
  lookupSettings?: { dependencies: readonly string[] };
  autocompleteSettings?: { searchField: string };
  /** Where the members come from if they aren't here. */
  reference?: string;
}

export function hasAttribute(node: SchemaNode, attribute: SchemaAttribute): boolean {
  return node.attributes?.includes(attribute) ?? false;
}

/** The label above the node's field. */
export function getDisplayName(node: SchemaNode): string {
  return node.label?.trim() || node.name;
}

export function isSimple(node: SchemaNode): boolean {
  return (simpleNodeTypes as readonly string[]).includes(node.type);
}
