/** The time zone in which a person reads dates: an IANA name. */
export function personsTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Every time zone that the browser knows, UTC first, and the given one. */
export function listTimeZones(alsoZone: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), alsoZone])];
}

/** The calendar day of an instant in a zone: `YYYY-MM-DD`; empty if it isn't a date. */
export function isoDay(instant: string | Date, timeZone: string = personsTimeZone()): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat('sv-SE', { timeZone }).format(date);
}
