/** PostgreSQL holds neither U+0000 nor half a character, in texts as in JSON: each becomes U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** A value as JSON that PostgreSQL takes, whatever texts are in it: systems and people write them. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // `JSON.stringify` writes both as escapes. Escapes are read from the left, so that a backslash of a text (`\\u0000`) is none of them.
  return json.replaceAll(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (written) => (written.length > 2 ? '\ufffd' : written));
}
