import type { Paging } from '../extracted/extracted.ts';
import { type JsonObject, textMember } from '../json/json.ts';

/** `x-paging` of an operation; null if it says too little. */
export function readPaging(written: JsonObject): Paging | null {
  const text = (name: string) => textMember(written, name);
  const number = (name: string, usual: number) => (typeof written[name] === 'number' ? written[name] : usual);
  const optional = <Name extends string>(name: Name): Partial<Record<Name, string>> => {
    const value = text(name);
    return value === undefined ? {} : ({ [name]: value } as Record<Name, string>);
  };
  const maxSize = number('maxSize', 0);
  const common = {
    itemsPath: text('itemsPath') ?? '',
    ...optional('sizeParameter'),
    ...(maxSize > 0 ? { maxSize } : {}),
    ...optional('hasMorePath'),
  };
  const numbered = { ...optional('totalPath'), ...(written.shortPageIsLast === true ? { shortPageIsLast: true as const } : {}) };
  const parameter = text('parameter');
  const responsePath = text('responsePath');
  switch (text('style')) {
    case 'page':
      return parameter ? { style: 'page', parameter, firstPage: number('firstPage', 1), ...numbered, ...common } : null;
    case 'offset':
      return parameter
        ? { style: 'offset', parameter, firstOffset: number('firstOffset', 0), ...optional('inText'), ...numbered, ...common }
        : null;
    case 'cursor':
      if (!parameter || (!responsePath && !text('fromLastItem'))) return null;
      return {
        style: 'cursor',
        parameter,
        ...optional('responsePath'),
        ...optional('fromLastItem'),
        ...common,
      };
    case 'link':
      return { style: 'link', ...common };
    case 'nextUrl':
      return responsePath ? { style: 'nextUrl', responsePath, ...common } : null;
    default:
      return null;
  }
}
