const INSTANT = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})/g;

/** Record names contain instants as their system writes them; people read a date and a time: "Dec 23, 2026, 8:46 PM". */
export function withReadableInstants(name: string, timeZone?: string): string {
  return name.replace(INSTANT, (text) => {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) return text;
    const words = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(date);
    return words.replaceAll('\u202f', ' ');
  });
}
