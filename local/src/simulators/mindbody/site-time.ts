/** A time as Mindbody stores it: local to the site (UTC here), without a zone. Null for none. */
export function siteTime(text: string | null): string | null {
  const ms = text === null ? Number.NaN : Date.parse(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 19);
}
