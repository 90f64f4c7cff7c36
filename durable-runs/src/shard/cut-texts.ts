import { cutText } from '@portage/primitives/cut-text';
import { runLimits } from '../limits.ts';

/** Cuts the long texts of a JSON value and adds their length. Returns the value itself if no text is long. */
export function cutTexts(value: unknown): unknown {
  const { shownChars } = runLimits;
  if (typeof value === 'string') {
    return value.length > shownChars ? `${cutText(value, shownChars)}… (${value.length.toLocaleString('en')} characters, cut here)` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let changed = false;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const cut = cutTexts(member);
    if (cut !== member) changed = true;
    return [name, cut];
  });
  if (!changed) return value;
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
