import { type PathSegment, parsePath, type SchemaNodeType } from '@portage/connectors/schema';

/** A field of a record, on either side of a mapping. */
export interface MappingField {
  /** Its identifier: `Address.City`, `lines[]`, `lines[].price`; for targets as in mappings: `body.product.title`. */
  path: string;
  title: string;
  /** Titles of the objects that contain the field, outermost first. */
  parents: readonly string[];
  type: SchemaNodeType;
  isRequired: boolean;
  description: string | null;
  /** The list that contains the field (`lines[]`); null if it belongs to the record itself. */
  list: string | null;
  /** Names from the record, or from the list's entry, down to the field. */
  keys: readonly PathSegment[];
  /** Names from the record down to the list; empty if the field belongs to the record itself. */
  listKeys: readonly PathSegment[];
  /** Hidden until a person adds it or maps it (spec INT-07). */
  isAdvanced: boolean;
  /** For a target: written only with a new record. */
  isCreateOnly: boolean;
  choices: readonly { value: string; label: string }[];
}

/** A field as the API describes it: its path, and its title with the names above it ("Variants › Price"). */
export interface DescribedField {
  path: string;
  title: string;
  type: string;
  isRequired: boolean;
  description?: string | null | undefined;
  choices?: readonly { value: string | number | boolean | null; label: string }[] | null | undefined;
  isAdvanced?: boolean | undefined;
  isCreateOnly?: boolean | undefined;
}

const BETWEEN_TITLES = ' › ';

/** Fields as the rows of a mapping. Mappings don't support a list within a list, so its fields are left out. */
export function mappingFields(described: readonly DescribedField[]): MappingField[] {
  return described.flatMap((field) => mappingField(field) ?? []);
}

function mappingField({
  path,
  title,
  type,
  isRequired,
  description,
  choices,
  isAdvanced,
  isCreateOnly,
}: DescribedField): MappingField | null {
  const [before, inside, ...deeper] = path.split('[].');
  if (before === undefined || deeper.length > 0 || inside?.endsWith('[]')) return null;
  const isInList = inside !== undefined;
  const own = parsePath((inside ?? before).replace(/\[\]$/, ''));
  const around = isInList ? parsePath(before) : [];
  if (!own || !around) return null;
  const titles = title.split(BETWEEN_TITLES);
  return {
    path,
    title: titles.at(-1) ?? path,
    parents: titles.slice(0, -1),
    type: isType(type) ? type : 'Any',
    isRequired,
    description: description?.trim() || null,
    list: isInList ? `${before}[]` : null,
    keys: own,
    listKeys: around,
    isAdvanced: isAdvanced ?? false,
    isCreateOnly: isCreateOnly ?? false,
    choices: (choices ?? []).flatMap(({ value, label }) => (value === null ? [] : [{ value: String(value), label }])),
  };
}

/** A field with the objects that contain it: "Address › City". */
export function fullTitle({ parents, title }: Pick<MappingField, 'parents' | 'title'>): string {
  return [...parents, title].join(BETWEEN_TITLES);
}

const typeWords: Record<SchemaNodeType, string> = {
  String: 'Text',
  Integer: 'Whole number',
  Number: 'Number',
  Boolean: 'Yes or no',
  Date: 'Date',
  DateTime: 'Date and time',
  File: 'File',
  Any: 'Any value',
  Object: 'Object',
  OneOfObject: 'Object',
  Array: 'List',
};

function isType(name: string): name is SchemaNodeType {
  return Object.hasOwn(typeWords, name);
}

/** A field's type, for people. */
export function typeWord({ type }: Pick<MappingField, 'type'>): string {
  return typeWords[type];
}

/** The line below a field's name: "Line › Price · Number". @param whenEmpty the handling of an empty source, if not the default */
export function describeField(field: MappingField, whenEmpty: string | null = null): string {
  return [field.parents.join(BETWEEN_TITLES), typeWord(field), whenEmpty].filter(Boolean).join(' · ');
}

/** Whether every typed word is in the field's name or path. */
export function matchesFilter(field: MappingField, filter: string): boolean {
  const words = filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = `${fullTitle(field)} ${field.path}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
