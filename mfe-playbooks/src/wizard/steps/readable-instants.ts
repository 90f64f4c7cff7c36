import { DASH, formatMinute } from '@portage/ui';

const INSTANT = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})/g;

/** Record names contain instants as their system writes them; people read a date and a time: "Dec 23, 2026, 8:46 PM". */
export function withReadableInstants(name: string, timeZone?: string): string {
  return name.replace(INSTANT, (text) => {
    const words = formatMinute(new Date(text), timeZone);
    return words === DASH ? text : words;
  });
}
