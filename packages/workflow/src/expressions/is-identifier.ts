const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Whether a text can stand behind a dot, or alone, as a name of the grammar: `order`, but not `my step`. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}
