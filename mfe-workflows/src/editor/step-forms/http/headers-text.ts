export type Headers = Record<string, string>;

/** Parses headers from JSON (spec STEP-70, STEP-71). Numbers and booleans become text; anything else gives a message. */
export function readHeaders(text: string): { headers: Headers } | { message: string } {
  if (text.trim() === '') return { headers: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { message: 'This is not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { message: 'Headers must be a JSON object' };
  const headers: Headers = {};
  for (const [name, content] of Object.entries(value)) {
    if (!['string', 'number', 'boolean'].includes(typeof content)) return { message: `The header ${name} must be text` };
    headers[name] = String(content);
  }
  return { headers };
}

export function writeHeaders(headers: Headers | null | undefined): string {
  return JSON.stringify(headers ?? {}, null, 2);
}
