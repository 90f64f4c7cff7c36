import { isObject } from '../json/json.ts';
import {
  getItemSchema,
  getShownType,
  listChoices,
  listProperties,
  type RawSchema,
  withChoices,
  withMember,
  withProperties,
} from './schema-view.ts';

/** A field of a schema and its description, for editing in bulk (spec API-111). */
export interface FieldDescription {
  field: string;
  description: string;
}

const TYPE_WORD =
  /^\(?(?:string|text|integer|int(?:32|64)?|number|float|double|decimal|bool(?:ean)?|object|array|list|date(?:-?time)?|timestamp|uuid|enum|any|null(?:able)?|required|optional|read-?only|yes|no|true|false|[✓✔-])(?:\[\])?(?:\s*[,|/]\s*\w+)*\)?$/i;
const NAME = String.raw`[A-Za-z_$@][\w$@-]*(?:\[\])?(?:(?:\.|\/)[A-Za-z_$@*][\w$@-]*(?:\[\])?)*`;
const WITH_MARK = new RegExp(String.raw`^(${NAME})(?:\s*[([]([^)\]]*)[)\]])?\s*(?::|=|–|—|\s-)\s*(.+)$`);
const BARE_NAME = new RegExp(`^(${NAME})$`);

/**
 * Reads descriptions of fields from pasted documentation (spec CTYPE-20): tables from Markdown or a web page (tabs), lists,
 * `name: text`, `name (type) - text`, or a name with its text on the lines below.
 */
export function descriptionsFromText(text: string): FieldDescription[] {
  const found: FieldDescription[] = [];
  /** A name on its own line; the lines that follow describe it. */
  let open: FieldDescription | null = null;
  const keep = (field: string, description: string): FieldDescription => {
    const entry = { field: field.replaceAll('[]', '').replaceAll('/', '.'), description: description.trim() };
    found.push(entry);
    return entry;
  };
  for (const raw of text.split(/\r?\n/)) {
    const line = plain(raw);
    if (line === '') {
      if (open?.description) open = null;
      continue;
    }
    const cells = parseCells(raw);
    if (cells) {
      open = null;
      const [field = '', ...rest] = cells;
      const description = rest.filter((cell) => cell !== '' && !TYPE_WORD.test(cell)).at(-1) ?? '';
      if (BARE_NAME.test(field) && description && !isHead(field, description)) keep(field, description);
      continue;
    }
    const [, name, , description] = WITH_MARK.exec(line) ?? [];
    if (name && description) open = keep(name, description);
    else if (BARE_NAME.test(line) && !TYPE_WORD.test(line)) open = { field: line, description: '' };
    else if (open && !TYPE_WORD.test(line)) {
      if (open.description === '') open = keep(open.field, line);
      else open.description = `${open.description} ${line}`;
    }
  }
  return found;
}

/** A table row's cells, between bars or tabs. Null if it isn't a row. */
function parseCells(line: string): string[] | null {
  const trimmed = line.trim();
  if (/^\|?[\s:|-]+\|[\s:|-]*$/.test(trimmed)) return [];
  if (trimmed.startsWith('|') && trimmed.indexOf('|', 1) > 0)
    return trimmed
      .replace(/^\||\|$/g, '')
      .split('|')
      .map(plain);
  return trimmed.includes('\t') ? trimmed.split('\t').map(plain) : null;
}

function isHead(field: string, description: string): boolean {
  return /^(field|name|parameter|property|attribute|key)s?$/i.test(field) && /^(description|details|meaning|notes?)$/i.test(description);
}

/** Removes the marks of lists, code and emphasis. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/^(?:[-*+•]|\d+[.)])\s+/, '')
    .replaceAll(/`|\*\*|__/g, '')
    .trim();
}

/** Adds descriptions to fields, by whole path or, without one, by name. @returns the schema, and the fields that it doesn't have */
export function withDescriptions(schema: RawSchema, descriptions: readonly FieldDescription[]): { schema: RawSchema; unknown: string[] } {
  const used = new Set<FieldDescription>();
  const find = (path: string): FieldDescription | undefined => {
    const name = path.split('.').at(-1);
    return descriptions.findLast(({ field }) => field === path) ?? descriptions.findLast(({ field }) => field === name);
  };
  const visit = (one: RawSchema, prefix: string): RawSchema => {
    switch (getShownType(one)) {
      case 'Object': {
        const properties = listProperties(one);
        if (properties.length === 0) return one;
        return withProperties(
          one,
          properties.map((property) => {
            const path = prefix ? `${prefix}.${property.name}` : property.name;
            const description = find(path);
            if (description) used.add(description);
            const inner = visit(property.schema, path);
            return { ...property, schema: description ? withMember(inner, 'description', description.description) : inner };
          }),
        );
      }
      case 'Array':
        return isObject(one.items) ? { ...one, items: visit(getItemSchema(one), prefix) } : one;
      case 'OneOfObject':
        return withChoices(
          one,
          listChoices(one).map((choice) => visit(choice, prefix)),
        );
      default:
        return one;
    }
  };
  return { schema: visit(schema, ''), unknown: descriptions.filter((one) => !used.has(one)).map(({ field }) => field) };
}
