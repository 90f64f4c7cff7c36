import { textOfValue } from '@portage/workflow';

/** Fields as a form sends them: a list gives its field several times, what is missing gives an empty one, objects are JSON. */
export function urlEncodedForm(fields: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, textOfValue(item));
  }
  return form.toString();
}
