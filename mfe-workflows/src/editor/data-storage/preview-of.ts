/** Spec EDIT-33, CONST: the JSON preview has 100 characters. */
const PREVIEW_CHARACTERS = 100;

/** A stored value for the table: the first 100 characters of the JSON of objects and lists, with a link to all of it. */
export function buildPreview(value: unknown): { text: string; isCut: boolean } {
  if (typeof value === 'object' && value !== null) {
    const json = JSON.stringify(value);
    return { text: json.length > PREVIEW_CHARACTERS ? `${json.slice(0, PREVIEW_CHARACTERS)}…` : json, isCut: true };
  }
  return { text: typeof value === 'string' ? value : String(value), isCut: false };
}
