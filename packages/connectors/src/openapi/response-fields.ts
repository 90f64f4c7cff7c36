import { formatPath } from '../schema/parameter-path.ts';
import { flatSchema } from './flat-schema.ts';
import type { Located, SchemaSource } from './json-pointer.ts';
import { typeOf } from './schema-type.ts';

/** Deep enough for `paging.next.after`. */
const MAX_LEVELS = 3;
const MAX_FIELDS = 200;
const USUAL_LISTS = /^(data|items|results|records|values|value|entries|elements|list|nodes|rows|content|objects)$/i;

export interface ResponseFields {
  /** The list that the answer is about; empty: the answer itself; null: there is none. */
  itemsPath: string | null;
  /** Where `x-next-page-url` stands. */
  nextUrlPath: string | null;
  /** Fields that hold one value, nearest first. */
  paths: string[];
}

/** The fields of an answer that paging may need, outside of its lists. */
export function responseFields(source: SchemaSource, schema: Located): ResponseFields {
  const fields: ResponseFields = { itemsPath: null, nextUrlPath: null, paths: [] };
  const lists: { path: string[]; name: string }[] = [];
  let level: { located: Located; path: string[] }[] = [{ located: schema, path: [] }];
  let left = MAX_FIELDS;
  for (let depth = 0; depth <= MAX_LEVELS && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { located, path } of level) {
      const flat = flatSchema(source, located);
      const type = typeOf(flat);
      if (type === 'array') {
        lists.push({ path, name: path.at(-1) ?? '' });
        continue;
      }
      if (type !== 'object') {
        if (path.length > 0) fields.paths.push(formatPath(path));
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
  // A list in the answer itself goes before one in something that it holds; a usual name before others.
  const depthOfLists = Math.min(...lists.map(({ path }) => path.length));
  const nearest = lists.filter(({ path }) => path.length === depthOfLists && path.length <= 2);
  const list = nearest.find(({ name }) => USUAL_LISTS.test(name)) ?? nearest[0];
  if (list) fields.itemsPath = list.path.length === 0 ? '' : formatPath(list.path);
  return fields;
}
