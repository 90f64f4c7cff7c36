/** `{answer.salesforceCampaignId}` in a template's texts. */
const PLACE = /\{answer\.([A-Za-z][A-Za-z0-9]*)\}/g;

/** Names of the answers that a JSON value refers to. */
export function listAnswerNames(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(PLACE)].map(([, name = '']) => name);
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(listAnswerNames))];
}

/** The text with its answers filled in; null if one is missing. @param writeAnswer writes a value into the text */
export function fillText(
  text: string,
  answers: ReadonlyMap<string, string>,
  writeAnswer: (value: string) => string = (value) => value,
): string | null {
  if (listAnswerNames(text).some((name) => !answers.has(name))) return null;
  return text.replace(PLACE, (_, name: string) => writeAnswer(answers.get(name) ?? ''));
}

/** A JSON value with its answers filled in. Texts whose answer is missing become null. */
export function fillValue(value: unknown, answers: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return fillText(value, answers);
  if (Array.isArray(value)) return value.map((one) => fillValue(one, answers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillValue(member, answers)]));
}

/**
 * The parameters of a look-up with their answers filled in. In a longer text an answer can't leave its quotes.
 *
 * @param quoting how the system's query language writes a quote within quotes
 */
export function fillLookup(parameters: unknown, answers: ReadonlyMap<string, string>, quoting: 'backslash' | 'doubled'): unknown {
  if (typeof parameters === 'string') {
    const [only] = listAnswerNames(parameters);
    const isAlone = parameters === `{answer.${only}}`;
    const quoted = (value: string) => (quoting === 'doubled' ? value.replaceAll("'", "''") : value.replace(/[\\'"]/g, '\\$&'));
    return fillText(parameters, answers, isAlone ? undefined : quoted);
  }
  if (Array.isArray(parameters)) return parameters.map((parameter) => fillLookup(parameter, answers, quoting));
  if (typeof parameters !== 'object' || parameters === null) return parameters;
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, fillLookup(value, answers, quoting)]));
}
