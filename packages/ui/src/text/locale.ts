const DEFAULT_LOCALE = 'en-US';
/** Portage's pages read from left to right. */
const RIGHT_TO_LEFT = /^(Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)$/;

let cached: { languages: readonly string[]; locale: string } | undefined;

/**
 * The locale of all dates, times and numbers, in what people read and in what they type: the first language of the browser whose digits and
 * direction fit an English page. Portage's words stay English.
 *
 * @param languages BCP 47 tags, the preferred one first; default: the browser's. Outside a browser the locale is `en-US`.
 */
export function formatLocale(languages: readonly string[] = browserLanguages()): string {
  if (cached?.languages !== languages) {
    cached = { languages, locale: languages.map(usableLocale).find((locale) => locale !== null) ?? DEFAULT_LOCALE };
  }
  return cached.locale;
}

const NO_LANGUAGES: readonly string[] = [];

function browserLanguages(): readonly string[] {
  return typeof document === 'undefined' ? NO_LANGUAGES : navigator.languages;
}

function usableLocale(language: string): string | null {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(language).length === 0) return null;
    const locale = new Intl.Locale(language, { numberingSystem: 'latn' });
    if (RIGHT_TO_LEFT.test(locale.maximize().script ?? '')) return null;
    const hasLatinDigits = new Intl.NumberFormat(language).resolvedOptions().numberingSystem === 'latn';
    return hasLatinDigits ? language : locale.toString();
  } catch {
    // Chromium reports the POSIX locale as "en-US@posix", which isn't a language tag.
    return null;
  }
}
