/** Longer descriptions are cut in lists and on cards (spec TPL-06, TPL-19). */
const MOST_CHARACTERS = 100;

/** Shortens a description of more than 100 characters to 97 and an ellipsis. */
export function shortDescription(text: string | null): string {
  const characters = [...(text ?? '')];
  if (characters.length <= MOST_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MOST_CHARACTERS - 3).join('')}…`;
}
