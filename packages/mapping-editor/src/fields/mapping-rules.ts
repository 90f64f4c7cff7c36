import { EXTRA_ENTRY, LEAVE_OUT_PATH, MATCH_PREFIX, TAKE_OFF_PATH } from '@portage/connectors/schema';
import type { FieldMapping } from './field-mappings.ts';
import { fullTitle, type MappingField } from './mapping-field.ts';

/** A mapping that no row of the target shows. */
export interface MappingRule {
  path: string;
  title: string;
  expression: string;
  /** The list to which it adds an entry (`body.lines[+]`); null: it belongs to the record itself. */
  list: string | null;
}

/** Mappings that don't fill a target field's row: which records are left out, what is compared, additional entries of lists. */
export function mappingRules(mappings: readonly FieldMapping[], targets: readonly MappingField[]): MappingRule[] {
  const titles = new Map(targets.map((field) => [field.path, fullTitle(field)]));
  return mappings
    .filter(({ toParameterPath }) => !titles.has(toParameterPath))
    .map(({ toParameterPath: path, fromParameterExpression: expression }) => {
      const end = path.indexOf(`${EXTRA_ENTRY}.`);
      return { path, expression, title: formatTitle(path, titles), list: end < 0 ? null : path.slice(0, end + EXTRA_ENTRY.length) };
    });
}

function formatTitle(path: string, titles: ReadonlyMap<string, string>): string {
  if (path === TAKE_OFF_PATH) return 'Take the record off sale or void it, for this reason';
  if (path === LEAVE_OUT_PATH) return 'Leave the record out, for this reason';
  const title = titles.get(path.replace(EXTRA_ENTRY, '[]')) ?? path.replace(/^body\./, '').replace(EXTRA_ENTRY, '');
  if (path.endsWith(EXTRA_ENTRY)) return `${title}: an additional entry`;
  if (path.includes(EXTRA_ENTRY)) return `${title}, in the additional entry`;
  return path.startsWith(MATCH_PREFIX) ? `Compared: ${path.slice(MATCH_PREFIX.length)}` : title;
}
