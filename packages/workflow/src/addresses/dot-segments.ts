/**
 * Whether a text has a path part that is `.` or `..`, in any spelling that a server may decode: percent-encoded once or twice, with
 * backslashes, with the full-width and other dots that Unicode normalization turns into plain ones.
 */
export function hasDotSegment(text: string): boolean {
  const once = decoded(text);
  const spellings = [text, once, decoded(once)];
  return spellings.some((one) =>
    [one, one.normalize('NFKC')].some((spelling) => spelling.split(/[\\/]/).some((part) => /^\.{1,2}$/.test(part.trim()))),
  );
}

/** Decodes only what makes dots and slashes: any other text may contain a lone percent sign. */
function decoded(text: string): string {
  return text.replaceAll(/%25/g, '%').replaceAll(/%(2e|2f|5c|ef%bc%8e|ef%bc%8f|ef%bc%bc)/gi, (one) => decodeURIComponent(one));
}
