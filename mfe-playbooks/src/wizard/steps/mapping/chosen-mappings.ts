import { RULE_PATHS } from '@portage/connectors/schema';
import type { FieldMapping } from '@portage/mapping-editor';

export interface UsualMappings {
  /** Includes the saved answers. */
  mappings: readonly FieldMapping[];
  /** Mappings that an answer fills, with the answer's placeholder. Until it is answered, they are not among `mappings`. */
  ofAnswers: readonly FieldMapping[];
}

/** The answers decide which records are left out, so that rule isn't stored with a person's mappings. */
const isRule = ({ toParameterPath }: FieldMapping) => RULE_PATHS.includes(toParameterPath);

const to = (mappings: readonly FieldMapping[], target: string) => mappings.find(({ toParameterPath }) => toParameterPath === target);

/** The mappings to show: the person's, with the answers filled in and the template's rule, or the usual ones. */
export function shownMappings(usual: UsualMappings, changed: readonly FieldMapping[] | undefined): readonly FieldMapping[] {
  if (!changed) return usual.mappings;
  const own = withoutRules(changed).flatMap((mapping) => {
    const place = to(usual.ofAnswers, mapping.toParameterPath);
    if (place?.fromParameterExpression !== mapping.fromParameterExpression) return [mapping];
    const filled = to(usual.mappings, mapping.toParameterPath);
    return filled ? [{ ...mapping, fromParameterExpression: filled.fromParameterExpression }] : [];
  });
  return [...own, ...usual.mappings.filter(isRule)];
}

/** As the wizard stores them: without rules, and with placeholders instead of answers. Mappings that a missing answer hides stay. */
export function toStoredMappings(usual: UsualMappings, shown: readonly FieldMapping[]): FieldMapping[] {
  const places = withoutRules(usual.ofAnswers);
  const own = withoutRules(shown).map((mapping) => {
    const { toParameterPath: target, fromParameterExpression } = mapping;
    const isFilled = to(usual.mappings, target)?.fromParameterExpression === fromParameterExpression;
    const place = isFilled ? to(places, target) : undefined;
    return place ? { ...mapping, fromParameterExpression: place.fromParameterExpression } : mapping;
  });
  const hidden = places.filter(({ toParameterPath }) => !to(usual.mappings, toParameterPath) && !to(own, toParameterPath));
  return [...own, ...hidden];
}

export function areUsual(usual: UsualMappings, changed: readonly FieldMapping[] | undefined): boolean {
  const words = (mappings: readonly FieldMapping[]) =>
    JSON.stringify(
      withoutRules(mappings)
        .map(({ toParameterPath, fromParameterExpression, whenEmpty = 'Leave', defaultValue = '' }) => [
          ...[toParameterPath, fromParameterExpression, whenEmpty],
          whenEmpty === 'Default' ? defaultValue : '',
        ])
        .sort(),
    );
  return words(usual.mappings) === words(shownMappings(usual, changed));
}

function withoutRules(mappings: readonly FieldMapping[]): FieldMapping[] {
  return mappings.filter((mapping) => !isRule(mapping));
}
