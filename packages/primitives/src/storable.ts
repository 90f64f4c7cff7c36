/** PostgreSQL holds neither U+0000 nor half a character, in texts as in JSON: each becomes U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** A value as JSON that PostgreSQL takes, whatever texts are in it: systems and people write them. */
export function storableJson(value: unknown): string {
  return storableJsonText(JSON.stringify(value));
}

/** The same of a text that `JSON.stringify` gave. */
export function storableJsonText(json: string): string {
  // Most texts have none of them, and looking at each escape takes longer than this.
  if (!json.includes('\\u')) return json;
  // `JSON.stringify` writes both as escapes. Reading from the left tells them from an escaped backslash in front of `u0000` (`\\u0000`).
  return json.replaceAll(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (written) => (written.length > 2 ? '\ufffd' : written));
}
