/** Spec EDIT-33, CONST: JSON preview of 100 characters. */
const PREVIEW_CHARACTERS = 100;

/** How a stored value stands in the table: objects and lists as the first 100 characters of their JSON, with a link to all of it. */
export function previewOf(value: unknown): { text: string; isCut: boolean } {
  if (typeof value === 'object' && value !== null) return { text: JSON.stringify(value).slice(0, PREVIEW_CHARACTERS), isCut: true };
  return { text: typeof value === 'string' ? value : String(value), isCut: false };
}
