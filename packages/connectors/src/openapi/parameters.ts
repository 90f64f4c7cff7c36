import { listMember, member, textMember } from './json.ts';
import { below, follow, type Located } from './json-pointer.ts';
import type { DocumentOperation } from './operations.ts';

/** One parameter of an operation, references followed. */
export interface DocumentParameter {
  name: string;
  /** path, query, header, cookie, body, formData. */
  place: string;
  isRequired: boolean;
  description: string | undefined;
  /** Swagger 2.0 writes the type beside the name; then it is the parameter itself. */
  schema: Located;
  value: unknown;
}

/** The parameters of an operation: its own, and those of its path that it does not override. */
export function parametersOf(document: unknown, { located, shared }: Pick<DocumentOperation, 'located' | 'shared'>): DocumentParameter[] {
  const own = read(document, { value: member(located.value, 'parameters'), pointer: below(located.pointer, 'parameters') });
  const known = new Set(own.map(({ place, name }) => `${place} ${name}`));
  return [...own, ...read(document, shared).filter(({ place, name }) => !known.has(`${place} ${name}`))];
}

function read(document: unknown, list: Located): DocumentParameter[] {
  return listMember({ list: list.value }, 'list').flatMap((item, index) => {
    const found = follow(document, { value: item, pointer: below(list.pointer, index) });
    const name = textMember(found?.value, 'name');
    const place = textMember(found?.value, 'in');
    if (!found || !name || !place) return [];
    return [
      {
        name,
        place,
        isRequired: place === 'path' || member(found.value, 'required') === true,
        description: textMember(found.value, 'description'),
        schema: schemaOf(found),
        value: found.value,
      },
    ];
  });
}

/** `schema`, the first of `content` (a parameter in JSON), or the parameter itself. */
function schemaOf({ value, pointer }: Located): Located {
  const schema = member(value, 'schema');
  if (schema !== undefined) return { value: schema, pointer: below(pointer, 'schema') };
  const content = member(value, 'content');
  const type = typeof content === 'object' && content !== null ? Object.keys(content)[0] : undefined;
  if (type === undefined) return { value, pointer };
  return { value: member(member(content, type), 'schema') ?? {}, pointer: below(pointer, 'content', type, 'schema') };
}
