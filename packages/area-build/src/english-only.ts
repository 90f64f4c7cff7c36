import { rspack } from '@rsbuild/core';

/** React Aria's texts in one language each: `…/intl/calendar/de-DE.mjs`. */
const OTHER_LANGUAGES = /[\\/]intl[\\/][\w-]+[\\/](?!en-US)[a-z]{2}-[A-Z]{2}\.m?js$/;
const EMPTY_MODULE = 'data:text/javascript,export default {};';

/**
 * Leaves out React Aria's texts in thirty other languages, 14 KB of every area: Portage speaks English, and `formatLocale` in packages/ui
 * asks React Aria for English.
 */
export function leaveOutOtherLanguages() {
  return new rspack.NormalModuleReplacementPlugin(OTHER_LANGUAGES, EMPTY_MODULE);
}
