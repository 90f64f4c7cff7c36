/** Portage speaks English; the person's browser chooses the variety (week start, 12 or 24 hours in pickers). */
export function formatLocale(languages: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages): string {
  return languages.find((language) => /^en(-|$)/i.test(language)) ?? 'en-US';
}
