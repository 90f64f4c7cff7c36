import { type CustomParameterSource, toText } from '../declarations/choice-source.ts';
import { listAt } from '../events/values-at.ts';
import { isObject, member, textMember } from '../json/json.ts';
import { valueAt } from '../requests/request-values.ts';
import { type EnumChoice, type SchemaNode, type SimpleNodeType, simpleNodeTypes } from '../schema/schema-node.ts';

/** Fields that an account defined, and the object that they belong to (`POST /contacts#/body/properties`). */
export interface CustomFields {
  into: string;
  nodes: SchemaNode[];
}

const MAX_FIELDS = 2_000;
const MAX_CHOICES = 1_000;
const MAX_DESCRIPTION = 300;

/** Reads the document's description of the account's own fields. Skips entries without an operation or a target object. */
export function readCustomParameterSources(written: unknown): CustomParameterSource[] {
  const entries = Array.isArray(written) ? written : isObject(written) ? [written] : [];
  return entries.flatMap((entry): CustomParameterSource[] => {
    const operationId = textMember(entry, 'operation')?.trim();
    const into = member(entry, 'into');
    const places = (Array.isArray(into) ? into : [into]).filter((one): one is string => typeof one === 'string' && one.includes('#/'));
    if (!operationId || places.length === 0) return [];
    const parameters = member(entry, 'parameters');
    const types = member(entry, 'types');
    const where = member(entry, 'where');
    return [
      {
        operationId,
        parameters: isObject(parameters) ? parameters : {},
        itemsPath: textMember(entry, 'itemsPath') ?? null,
        idPath: textMember(entry, 'idPath') ?? 'id',
        namePath: textMember(entry, 'namePath') ?? 'name',
        typePath: textMember(entry, 'typePath') ?? null,
        types: isObject(types) ? Object.fromEntries(Object.entries(types).map(([word, type]) => [word.toLowerCase(), String(type)])) : {},
        descriptionPath: textMember(entry, 'descriptionPath') ?? null,
        requiredPath: textMember(entry, 'requiredPath') ?? null,
        choicesPath: textMember(entry, 'choicesPath') ?? null,
        choiceIdPath: textMember(entry, 'choiceIdPath') ?? 'value',
        choiceNamePath: textMember(entry, 'choiceNamePath') ?? 'label',
        where: isObject(where) ? where : {},
        into: places,
      },
    ];
  });
}

/** The account's fields in the list from an entry's operation, each once, by name. */
export function customFieldsOfItems(source: CustomParameterSource, items: readonly unknown[]): CustomFields[] {
  const nodes = new Map<string, SchemaNode>();
  for (const item of items) {
    const name = toText(valueAt(item, source.idPath));
    if (name === '' || name === '__proto__' || nodes.has(name) || nodes.size >= MAX_FIELDS || !isWanted(source, item)) continue;
    nodes.set(name, buildNode(source, item, name));
  }
  const sorted = [...nodes.values()].sort((a, b) => (a.label ?? a.name).localeCompare(b.label ?? b.name, 'en'));
  return source.into.map((into) => ({ into, nodes: sorted }));
}

function isWanted({ where }: CustomParameterSource, item: unknown): boolean {
  return Object.entries(where).every(([path, wanted]) => {
    const value = valueAt(item, path) ?? null;
    // A missing value counts as no.
    return value === wanted || (value === null && wanted === false);
  });
}

function buildNode(source: CustomParameterSource, item: unknown, name: string): SchemaNode {
  const label = toText(valueAt(item, source.namePath)).trim();
  const description = source.descriptionPath ? toText(valueAt(item, source.descriptionPath)).trim() : '';
  const choices = readChoices(source, item);
  const type = typeOfField(source, item);
  return {
    name,
    label: label === '' || label === name ? null : label,
    type: type === 'Array' ? 'Array' : choices && type === 'Any' ? 'String' : type,
    isRequired: source.requiredPath !== null && valueAt(item, source.requiredPath) === true,
    ...(description ? { description: description.slice(0, MAX_DESCRIPTION) } : {}),
    ...(type === 'Array'
      ? { arrayItemType: { name: 'item', label: null, type: 'Any', isRequired: false, ...(choices ? { enum: choices } : {}) } }
      : choices
        ? { enum: choices }
        : {}),
  };
}

function readChoices({ choicesPath, choiceIdPath, choiceNamePath }: CustomParameterSource, item: unknown): EnumChoice[] | null {
  if (choicesPath === null) return null;
  const choices = listAt(item, choicesPath).flatMap((choice): EnumChoice[] => {
    const value = isObject(choice) ? valueAt(choice, choiceIdPath) : choice;
    const id = toText(value);
    return id === '' ? [] : [{ value: id, label: (isObject(choice) && toText(valueAt(choice, choiceNamePath))) || id }];
  });
  return choices.length > 0 ? choices.slice(0, MAX_CHOICES) : null;
}

/** Systems' type names, by their meaning in Portage. */
const usualTypes: readonly (readonly [words: RegExp, type: SimpleNodeType | 'Array'])[] = [
  [/^(int|integer|long|int32|int64)$/, 'Integer'],
  [/^(number|double|float|decimal|currency|percent|money)$/, 'Number'],
  [/^(bool|boolean|checkbox)$/, 'Boolean'],
  [/^date$/, 'Date'],
  [/^(datetime|date-time|date_time|timestamp)$/, 'DateTime'],
  [/^(array|list|multipicklist|multipleselects)$/, 'Array'],
  [/^(string|text|textarea|email|phone|url|picklist|enumeration|select|singleselect|singlelinetext|multilinetext|id|reference)$/, 'String'],
];

function typeOfField({ typePath, types }: CustomParameterSource, item: unknown): SimpleNodeType | 'Array' {
  const word = typePath === null ? 'string' : toText(valueAt(item, typePath)).toLowerCase();
  const named = Object.hasOwn(types, word) ? types[word] : undefined;
  if (named === 'Array') return 'Array';
  const known = simpleNodeTypes.find((type) => type === named);
  return known ?? usualTypes.find(([words]) => words.test(word))?.[1] ?? 'Any';
}
