import { chooseLocale } from '@portage/primitives/locale';

const DEFAULT_LOCALE = 'en-US';

let cached: { languages: readonly string[]; locale: string } | undefined;

/**
 * The locale of all dates, times and numbers, in what people read and in what they type: the first language of the browser whose digits and
 * direction fit an English page. Portage's words stay English.
 *
 * @param languages BCP 47 tags, the preferred one first; default: the browser's. Outside a browser the locale is `en-US`.
 */
export function formatLocale(languages: readonly string[] = browserLanguages()): string {
  if (cached?.languages !== languages) {
    cached = { languages, locale: chooseLocale(languages) ?? DEFAULT_LOCALE };
  }
  return cached.locale;
}

const NO_LANGUAGES: readonly string[] = [];

function browserLanguages(): readonly string[] {
  return typeof document === 'undefined' ? NO_LANGUAGES : navigator.languages;
}
