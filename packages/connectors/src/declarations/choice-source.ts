import { isObject, member, textMember } from '../json/json.ts';
import { fillValue, placeholdersIn, type Quoting, SEARCH } from './placeholders.ts';

/** A parsed `x-lookup` or `x-autocomplete` (docs/openapi-documents.md). */
export interface ChoiceSource {
  /** Null if the document doesn't name it; the choices can't be requested then. */
  operationId: string | null;
  /** The values to send, by path. Texts may have placeholders. */
  parameters: Readonly<Record<string, unknown>>;
  quoting: Quoting;
  /** Paths of the other fields that must be filled in. */
  dependencies: readonly string[];
  /** Null: the items are where the operation's paging says. */
  itemsPath: string | null;
  /** Several: the first that has a value. */
  idPath: string | readonly string[];
  namePath: string;
  searchField: string;
  searchParameter: string | null;
}

/** One parsed entry of `x-custom-parameters` (docs/openapi-documents.md). */
export interface CustomParameterSource {
  operationId: string;
  parameters: Readonly<Record<string, unknown>>;
  itemsPath: string | null;
  idPath: string;
  namePath: string;
  typePath: string | null;
  types: Readonly<Record<string, string>>;
  descriptionPath: string | null;
  requiredPath: string | null;
  choicesPath: string | null;
  choiceIdPath: string;
  choiceNamePath: string;
  where: Readonly<Record<string, unknown>>;
  /** Objects that the fields belong to. */
  into: readonly string[];
}

/** Reads a document's choice source. Invalid parts count as omitted. Null if there is none. */
export function readChoiceSource(written: unknown): ChoiceSource | null {
  // `true` only says that there is one.
  if (written === undefined || written === null || written === false) return null;
  const sent = member(written, 'parameters');
  const parameters = isObject(sent) ? sent : {};
  const needed: string[] = [];
  fillValue(parameters, (text) => {
    needed.push(...placeholdersIn(text));
    return text;
  });
  const listed = member(written, 'dependencies');
  const dependencies = [...(Array.isArray(listed) ? listed : []), ...needed].filter(
    (one): one is string => typeof one === 'string' && one !== SEARCH,
  );
  return {
    operationId: textMember(written, 'operation')?.trim() || null,
    parameters,
    quoting: member(written, 'quoting') === 'doubled' ? 'doubled' : 'backslash',
    dependencies: [...new Set(dependencies)],
    itemsPath: textMember(written, 'itemsPath') ?? null,
    idPath: textMember(written, 'idPath') ?? 'id',
    namePath: textMember(written, 'namePath') ?? 'name',
    searchField: textMember(written, 'searchField') ?? 'name',
    searchParameter: textMember(written, 'searchParameter') ?? null,
  };
}

/** A name or an id as text. Empty for anything else. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
