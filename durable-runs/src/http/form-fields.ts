import { formText, textOfValue, type WorkBudget } from '@portage/workflow';

/** Fields as a form sends them: a list repeats its field, a missing value gives an empty field, objects become JSON. */
export function urlEncodedForm(fields: Readonly<Record<string, unknown>>, work: WorkBudget): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      pairs.push(`${formText(name, work)}=${formText(textOfValue(item, 0, work), work)}`);
    }
  }
  return pairs.join('&');
}
