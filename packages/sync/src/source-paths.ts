import { type ExpressionNode, expressionReferences, parseExpression } from '@portage/workflow';
import type { FieldMapping } from './flow.ts';

/** Names and list indexes that an expression reads in sequence. */
export type SourceKeys = readonly (string | number)[];

export interface SourceField {
  root: 'Item' | 'Entry';
  /** From the record, or from the entry. */
  keys: SourceKeys;
  /** From the record, as documents write it: `lines[].price`. */
  path: string;
}

/** Record fields that a mapping names. @param mappings of the record: a list's own mapping says where fields below it are read */
export function sourceFields({ fromParameterExpression, toParameterPath }: FieldMapping, mappings: readonly FieldMapping[]): SourceField[] {
  return expressionReferences(fromParameterExpression).references.flatMap((reference): SourceField[] => {
    const { root } = reference;
    const keys = plainKeys(reference);
    if ((root !== 'Item' && root !== 'Entry') || keys.length === 0) return [];
    const around = root === 'Entry' ? pathOfEntry(toParameterPath, mappings) : '';
    return around === null ? [] : [{ root, keys, path: [around, formatKeys(keys)].filter(Boolean).join('.') }];
  });
}

/** What `$Entry` is below `body.lines[]` or `body.lines[+]`; null: more than a field. */
function pathOfEntry(toParameterPath: string, mappings: readonly FieldMapping[]): string | null {
  const [, list = '', marker] = /^(.*?)(\[\+?\])\./.exec(toParameterPath) ?? [];
  const expression = mappings.find((one) => one.toParameterPath === `${list}${marker}`)?.fromParameterExpression ?? '';
  const { single } = parseExpression(expression);
  if (single?.kind !== 'reference' || single.root !== 'Item') return null;
  const keys = plainKeys(single);
  if (keys.length < single.members.length) return null;
  return marker === '[]' ? `${formatKeys(keys)}[]` : formatKeys(keys);
}

/** Up to the first computed member. */
function plainKeys({ members }: Extract<ExpressionNode, { kind: 'reference' }>): (string | number)[] {
  const keys: (string | number)[] = [];
  for (const member of members) {
    if (member.kind === 'computed') return keys;
    keys.push(member.kind === 'name' ? member.name : member.index);
  }
  return keys;
}

function formatKeys(keys: SourceKeys): string {
  return keys
    .map((key, at) => (typeof key === 'number' ? '[]' : `${at > 0 ? '.' : ''}${/[.[\]"]/.test(key) ? `["${key}"]` : key}`))
    .join('');
}
