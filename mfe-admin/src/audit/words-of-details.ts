/** `Email: ada@example.com; Changed: hide billing, dashboard type`. */
export function wordsOfDetails(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '' && wordsOfValue(value) !== '')
    .map(
      ([name, value]) =>
        `${capitalised(spaced(name))}: ${name === 'changed' && Array.isArray(value) ? value.map((one) => spaced(String(one))).join(', ') : wordsOfValue(value)}`,
    )
    .join('; ');
}

function wordsOfValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(wordsOfValue).join(', ');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, one]) => `${spaced(name)} ${wordsOfValue(one)}`)
      .join(', ');
  }
  return String(value);
}

/** `workflowQuotaSettings` is "workflow quota settings". */
function spaced(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('-', ' ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
