/** Longer descriptions are cut in lists and on cards (spec TPL-06, TPL-19). */
const MOST_CHARACTERS = 100;

/** A description in lists and on cards: 97 characters and an ellipsis if it is longer than 100. */
export function shortDescription(text: string | null): string {
  const characters = [...(text ?? '')];
  if (characters.length <= MOST_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MOST_CHARACTERS - 3).join('')}…`;
}
