import { formText, textOfValue, type WorkBudget } from '@portage/workflow';

/** Fields as a form sends them: a list gives its field several times, what is missing gives an empty one, objects are JSON. */
export function urlEncodedForm(fields: Readonly<Record<string, unknown>>, work: WorkBudget): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      pairs.push(`${formText(name, work)}=${formText(textOfValue(item, 0, work), work)}`);
    }
  }
  return pairs.join('&');
}
