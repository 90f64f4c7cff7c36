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

/** Sets the expression of one path; an empty one removes the mapping. The others keep their order. */
export function withMapping(mappings: readonly ParameterMapping[], path: string, expression: string): ParameterMapping[] {
  if (expression === '') return mappings.filter((mapping) => !isAt(mapping, path));
  const mapping = { fromParameterExpression: expression, toParameterPath: path };
  if (!mappings.some((one) => isAt(one, path))) return [...mappings, mapping];
  return mappings.map((one) => (isAt(one, path) ? mapping : one));
}

/** Removes everything at and within a path. */
export function withoutMappings(mappings: readonly ParameterMapping[], path: string): ParameterMapping[] {
  return mappings.filter((mapping) => !isWithin(mapping.toParameterPath, path));
}

/** How many items of a list are mapped one by one: the highest index plus one. */
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

/** Removes an item from a list that is mapped item by item; later items move up. */
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
