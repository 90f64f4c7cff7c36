/**
 * Replaces whole text values in a file of JSON with comments; comments and layout stay.
 *
 * @param texts maps old texts to new ones
 */
export function replaceTexts(jsonc: string, texts: ReadonlyMap<string, string>): string {
  return jsonc.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"/g, (part) => {
    if (!part.startsWith('"')) return part;
    const next = texts.get(JSON.parse(part) as string);
    return next === undefined ? part : JSON.stringify(next);
  });
}
