/** Spec EDIT-33, CONST: the JSON preview has 100 characters. */
const PREVIEW_CHARACTERS = 100;

/** Shortens a stored value for the table: objects and lists to the first 100 characters of their JSON. */
export function buildPreview(value: unknown): { text: string; isCut: boolean } {
  if (typeof value === 'object' && value !== null) {
    const json = JSON.stringify(value);
    return { text: json.length > PREVIEW_CHARACTERS ? `${json.slice(0, PREVIEW_CHARACTERS)}…` : json, isCut: true };
  }
  return { text: typeof value === 'string' ? value : String(value), isCut: false };
}
