/** Portage's words are English and read from left to right. */
const RIGHT_TO_LEFT = /^(Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)$/;

/** The first language whose digits and direction fit an English text. @param languages BCP 47 tags, the preferred one first @returns null if none does */
export function chooseLocale(languages: readonly string[]): string | null {
  return languages.map(usableLocale).find((locale) => locale !== null) ?? null;
}

function usableLocale(language: string): string | null {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(language).length === 0) return null;
    const locale = new Intl.Locale(language, { numberingSystem: 'latn' });
    if (RIGHT_TO_LEFT.test(locale.maximize().script ?? '')) return null;
    const hasLatinDigits = new Intl.NumberFormat(language).resolvedOptions().numberingSystem === 'latn';
    return hasLatinDigits ? language : locale.toString();
  } catch {
    // Chromium reports the POSIX locale as "en-US@posix", which isn't a language tag, and programs send "*".
    return null;
  }
}

/** "8:05 AM" in American English, "08:05" in German. @param wall a local time in its UTC fields */
export function formatTimeOfDay(wall: Date, locale: string): string {
  // English has a narrow no-break space before AM and PM, which other programs and searches don't expect.
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeStyle: 'short' }).format(wall).replaceAll('\u202f', ' ');
}
