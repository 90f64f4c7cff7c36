import type { StepType } from '../model/values.ts';
import type { StepOf } from '../steps/registry.ts';

/**
 * How a text of a step is read: as an expression (spec EXPR-02), as JavaScript, or not at all: its form hides it as things
 * stand, it is kept and renamed like the others, but nothing that is wrong with it matters.
 */
export type StepTextKind = 'expression' | 'script' | 'unused';

/** Sees one text of a step, and gives back what shall stand there instead. */
export type VisitText = (text: string, kind: StepTextKind, field: string) => string;

/** Notes a problem of one field; `field` is a path such as `conditionGroups[0].name`. */
export type Report = (field: string, message: string) => void;

/** What is known of one step type besides its schema. No schema library: pages use it. */
export interface StepRule<Type extends StepType> {
  /** Runs refuse steps of this type: see notBuilt. */
  isNotBuilt?: true;
  /** Reports what is missing or out of bounds (spec STEP-09..105). */
  check(step: StepOf<Type>, report: Report): void;
  /** A copy of the step with every expression and script seen, and replaced, by `visit`. */
  mapTexts(step: StepOf<Type>, visit: VisitText): StepOf<Type>;
}

/** Spec A section 5: the message for a required field that is blank. */
export function requireText(value: unknown, field: string, displayName: string, report: Report): void {
  if (typeof value !== 'string' || value.trim() === '') report(field, `Please input ${displayName}`);
}

/** People read samples, so one must be JSON. A blank one counts as none. */
export function requireJson(text: string | null | undefined, field: string, displayName: string, report: Report): void {
  if (!text?.trim()) return;
  try {
    JSON.parse(text);
  } catch {
    report(field, `${displayName} is not valid JSON`);
  }
}

/** Visits those of the named members that hold text. */
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

/** Visits the expressions of parameter mappings; gives the member to spread, or nothing where it is absent. */
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
