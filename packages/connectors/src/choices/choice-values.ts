import type { ChoiceSource } from '../declarations/choice-source.ts';
import { fillPlaceholders, fillValue, SEARCH } from '../declarations/placeholders.ts';
import { type RequestValues, valuesFromMappings } from '../requests/request-values.ts';

export class MissingDependencyError extends Error {
  override name = 'MissingDependencyError';
  readonly path: string;

  constructor(path: string) {
    super(`Fill in ${path} first: the choices depend on it.`);
    this.path = path;
  }
}

/**
 * The values to send when requesting a field's choices.
 *
 * @param given values of the fields it depends on, by path.
 * @param search the typed text, for autocompletion.
 * @throws MissingDependencyError for a field without a value; RequestError for a path that names no parameter.
 */
export function choiceValues(
  { parameters, dependencies, searchParameter, quoting }: Pick<ChoiceSource, 'parameters' | 'dependencies' | 'searchParameter' | 'quoting'>,
  given: Readonly<Record<string, string>>,
  search = '',
): RequestValues {
  const textFor = (name: string): string => {
    if (name === SEARCH) return search;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (!value?.trim()) throw new MissingDependencyError(name);
    return value;
  };
  for (const path of dependencies) textFor(path);
  const mapped = Object.entries(parameters).map(([toParameterPath, value]) => ({
    toParameterPath,
    value: fillValue(value, (text) => fillPlaceholders(text, textFor, quoting)),
  }));
  return valuesFromMappings(searchParameter ? [...mapped, { toParameterPath: searchParameter, value: search }] : mapped);
}
