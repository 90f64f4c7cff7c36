/**
 * Replaces whole values that are texts in a file of JSON with comments; comments and layout stay.
 *
 * @param texts the new texts by the old ones
 */
export function replaceTexts(jsonc: string, texts: ReadonlyMap<string, string>): string {
  return jsonc.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"/g, (part) => {
    if (!part.startsWith('"')) return part;
    const next = texts.get(JSON.parse(part) as string);
    return next === undefined ? part : JSON.stringify(next);
  });
}
