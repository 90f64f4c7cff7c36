import type { StepAnswers } from '../step-answers.ts';

export type Mapping = NonNullable<StepAnswers['mappings']>[string][number];

/** A field of either side, as the API describes it. */
export interface Field {
  path: string;
  title: string;
  isRequired: boolean;
}

export interface Choice {
  value: string;
  label: string;
}

/** A field of the source as a choice: its value is the expression that reads it. Fields inside of lists are left to formulas. */
export function sourceChoices(sources: readonly Field[]): Choice[] {
  return sources.filter(({ path }) => !path.includes('[]')).map(({ path, title }) => ({ value: `$Item.${path}`, label: title }));
}

export interface MappingRow {
  path: string;
  title: string;
  isRequired: boolean;
  expression: string;
}

/** The target fields that get a value, and the required ones that get none yet. */
export function mappingRows(targets: readonly Field[], mappings: readonly Mapping[]): MappingRow[] {
  const mapped = mappings.map(({ toParameterPath, fromParameterExpression }) => {
    const target = targets.find(({ path }) => path === toParameterPath);
    return {
      ...{ path: toParameterPath, title: target?.title ?? toParameterPath, isRequired: target?.isRequired ?? false },
      expression: fromParameterExpression,
    };
  });
  const missing = targets.filter(({ path, isRequired }) => isRequired && !mapped.some((row) => row.path === path));
  return [...mapped, ...missing.map(({ path, title }) => ({ path, title, isRequired: true, expression: '' }))];
}

/** The mappings with another expression for a field; an empty one takes the field out. */
export function withMapping(mappings: readonly Mapping[], path: string, expression: string): Mapping[] {
  const changed = { toParameterPath: path, fromParameterExpression: expression };
  if (expression === '') return mappings.filter(({ toParameterPath }) => toParameterPath !== path);
  const isThere = mappings.some(({ toParameterPath }) => toParameterPath === path);
  return isThere ? mappings.map((one) => (one.toParameterPath === path ? changed : one)) : [...mappings, changed];
}
