const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Whether a text can be used after a dot, or by itself, as an identifier: `order`, but not `my step`. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}
