/** PostgreSQL can't store U+0000 or lone surrogates, in text or in JSON: each becomes U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** JSON that PostgreSQL accepts, whatever text the value contains: systems and people write it. */
export function storableJson(value: unknown): string {
  return storableJsonText(JSON.stringify(value));
}

/** The same for text that `JSON.stringify` returned. */
export function storableJsonText(json: string): string {
  // Most texts have neither, and checking each escape takes longer than this.
  if (!json.includes('\\u')) return json;
  // `JSON.stringify` writes both as escapes. Reading from the left distinguishes them from an escaped backslash before `u0000` (`\\u0000`).
  return json.replaceAll(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (written) => (written.length > 2 ? '\ufffd' : written));
}
