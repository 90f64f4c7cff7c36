import { canonicalPath, isWithin, parsePath } from '@portage/primitives/paths';

/** Where a parameter's value comes from (spec STEP-17, STEP-31). */
export interface ParameterMapping {
  fromParameterExpression: string | null;
  toParameterPath: string;
}

/** The expression of a path; empty if there is none. */
export function mappedValue(mappings: readonly ParameterMapping[], path: string): string {
  return mappings.find((mapping) => isAt(mapping, path))?.fromParameterExpression ?? '';
}

function isAt({ toParameterPath }: ParameterMapping, path: string): boolean {
  return toParameterPath === path || canonicalPath(toParameterPath) === canonicalPath(path);
}

/** Whether a path or anything within it is mapped. */
export function isMapped(mappings: readonly ParameterMapping[], path: string): boolean {
  return mappings.some(
    ({ toParameterPath, fromParameterExpression }) => Boolean(fromParameterExpression) && isWithin(toParameterPath, path),
  );
}

/** Sets the expression of one path; an empty one takes the mapping away. The order of the others stays. */
export function withMapping(mappings: readonly ParameterMapping[], path: string, expression: string): ParameterMapping[] {
  if (expression === '') return mappings.filter((mapping) => !isAt(mapping, path));
  const mapping = { fromParameterExpression: expression, toParameterPath: path };
  if (!mappings.some((one) => isAt(one, path))) return [...mappings, mapping];
  return mappings.map((one) => (isAt(one, path) ? mapping : one));
}

/** Takes away everything at and within a path. */
export function withoutMappings(mappings: readonly ParameterMapping[], path: string): ParameterMapping[] {
  return mappings.filter((mapping) => !isWithin(mapping.toParameterPath, path));
}

/** How many items of a list are mapped one by one: one more than the highest place. */
export function mappedItemCount(mappings: readonly ParameterMapping[], listPath: string): number {
  const depth = parsePath(listPath)?.length ?? 0;
  let count = 0;
  for (const { toParameterPath } of mappings) {
    if (!isWithin(toParameterPath, listPath)) continue;
    const place = parsePath(toParameterPath)?.[depth];
    if (typeof place === 'number') count = Math.max(count, place + 1);
  }
  return count;
}

/** Takes one item out of a list that is mapped item by item; those behind it move up. */
export function withoutItem(mappings: readonly ParameterMapping[], listPath: string, place: number): ParameterMapping[] {
  const count = mappedItemCount(mappings, listPath);
  let rest = withoutMappings(mappings, `${listPath}[${place}]`);
  for (let from = place + 1; from < count; from += 1) {
    const [before, after] = [`${canonicalPath(listPath)}[${from}]`, `${listPath}[${from - 1}]`];
    rest = rest.map((mapping) =>
      isWithin(mapping.toParameterPath, before)
        ? { ...mapping, toParameterPath: `${after}${canonicalPath(mapping.toParameterPath).slice(before.length)}` }
        : mapping,
    );
  }
  return rest;
}
