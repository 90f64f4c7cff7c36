import { formatPath } from '@portage/primitives/paths';
import { flatSchema } from '../extracted/flat-schema.ts';
import { resolveType } from '../extracted/schema-type.ts';
import type { Located, SchemaSource } from '../json/json-pointer.ts';
import { thingOfPath } from './things-of-path.ts';

/** Deep enough for `paging.next.after`. */
const MAX_LEVELS = 3;
const MAX_FIELDS = 200;
/** Lists about the response, not its contents. */
const ASIDE = /^(warnings?|errors?|validation_?errors|messages|included|facets|links)$/i;
const USUAL_LISTS = /^(data|items|results|records|values|value|entries|elements|list|nodes|rows|content|objects)$/i;

/** How many fields may still be read. */
export interface FieldBudget {
  fieldsLeft: number;
}

export interface ResponseFields {
  /** The main list of the response. Empty: the whole response. Null: there is none. */
  itemsPath: string | null;
  /** Path of the field with `x-next-page-url`. */
  nextUrlPath: string | null;
  /** Fields that hold a single value, nearest first. */
  paths: string[];
  /** Those of `paths` that are addresses. */
  urlPaths: string[];
}

/** The fields of a response that paging may need, outside its lists. @param operationPath a list with the name of its subject wins */
export function responseFields(source: SchemaSource, schema: Located, operationPath: string, budget: FieldBudget): ResponseFields {
  const fields: ResponseFields = { itemsPath: null, nextUrlPath: null, paths: [], urlPaths: [] };
  const lists: FoundList[] = [];
  let level: { located: Located; path: string[] }[] = [{ located: schema, path: [] }];
  let left = MAX_FIELDS;
  for (let depth = 0; depth <= MAX_LEVELS && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { located, path } of level) {
      if (budget.fieldsLeft <= 0) break;
      const flat = flatSchema(source, located);
      budget.fieldsLeft -= flat.properties.size + flat.variants.length + 1;
      const type = resolveType(flat);
      if (type === 'array') {
        lists.push({ path, name: path.at(-1) ?? '' });
        continue;
      }
      if (type !== 'object') {
        if (path.length > 0) fields.paths.push(formatPath(path));
        if (/^(uri|url|uri-reference|iri)$/.test(String(flat.members.get('format')))) fields.urlPaths.push(formatPath(path));
        if (flat.members.get('x-next-page-url') === true) fields.nextUrlPath ??= formatPath(path);
        continue;
      }
      for (const [name, property] of flat.properties) {
        left -= 1;
        if (left > 0) next.push({ located: property, path: [...path, name] });
      }
    }
    level = next;
  }
  const list = bestList(lists, operationPath);
  if (list) fields.itemsPath = list.path.length === 0 ? '' : formatPath(list.path);
  return fields;
}

interface FoundList {
  path: string[];
  name: string;
}

/** A list in the response itself wins over a nested one. The subject's name and common names win over others. */
function bestList(lists: readonly FoundList[], operationPath: string): FoundList | undefined {
  const candidates = lists.filter(({ name, path }) => !ASIDE.test(name) && path.length <= 2);
  const nearestDepth = Math.min(...candidates.map(({ path }) => path.length));
  const nearest = candidates.filter(({ path }) => path.length === nearestDepth);
  if (nearest.length < 2) return nearest[0];
  const subject = (thingOfPath(operationPath).thing ?? '').toLowerCase();
  const isSubject = ({ name }: FoundList) => name.toLowerCase() === subject;
  return nearest.find(isSubject) ?? nearest.find(({ name }) => USUAL_LISTS.test(name)) ?? nearest[0];
}
