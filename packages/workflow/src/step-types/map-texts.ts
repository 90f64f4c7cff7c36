import type { StepTextKind, VisitText } from './step-definition.ts';

/** Visits the named members that contain text. */
export function mapMembers<T extends object>(
  holder: T,
  names: readonly (keyof T & string)[],
  kind: StepTextKind,
  prefix: string,
  visit: VisitText,
): T {
  const changed: Partial<Record<string, string>> = {};
  for (const name of names) {
    const text = holder[name];
    if (typeof text === 'string') changed[name] = visit(text, kind, `${prefix}${name}`);
  }
  return { ...holder, ...changed };
}

interface ParameterMapping {
  fromParameterExpression: string | null;
  toParameterPath: string;
}

/** Visits the expressions of parameter mappings; returns the member to spread, or nothing if it is absent. */
export function mapMappings<Name extends string>(
  name: Name,
  mappings: ParameterMapping[] | undefined,
  visit: VisitText,
  kind: StepTextKind = 'expression',
): { [N in Name]?: ParameterMapping[] } {
  if (!mappings) return {};
  const mapped = mappings.map((mapping, index) => mapMembers(mapping, ['fromParameterExpression'], kind, `${name}[${index}].`, visit));
  return { [name]: mapped } as { [N in Name]?: ParameterMapping[] };
}
