import type { WorkBudget } from '../work/work-budget.ts';
import { type Decimal, decimalText } from './decimal.ts';
import { ArgumentFault, isBlank, textArgument } from './formula-arguments.ts';

const KEPT_FORMATS = 50;
const LONGEST_LANGUAGE = 35;
const FORMAT_UNITS = 300;
const NEW_FORMAT_UNITS = 15_000;

/** Creating a formatter costs a hundred times as much as using it. */
const cachedFormats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an exact amount in a language.
 * @param language a BCP 47 tag such as `de-CH`; default English
 * @throws ArgumentFault for an unknown language or currency
 */
export function numberFormat(language: unknown, options: Intl.NumberFormatOptions, amount: Decimal, work: WorkBudget): string {
  // Intl accepts decimals as text, so no digit is lost; the types allow only some texts.
  return getFormatter(languageArgument(language, work), { ...options, signDisplay: 'negative' }, work).format(
    decimalText(amount) as `${number}`,
  );
}

function languageArgument(value: unknown, work: WorkBudget): string {
  return isBlank(value) ? 'en' : textArgument(value, work).trim().slice(0, LONGEST_LANGUAGE).replaceAll('_', '-');
}

function getFormatter(language: string, options: Intl.NumberFormatOptions, work: WorkBudget): Intl.NumberFormat {
  const key = JSON.stringify([language, options]);
  const kept = cachedFormats.get(key);
  work.charge(kept ? FORMAT_UNITS : NEW_FORMAT_UNITS);
  if (kept) return kept;
  const made = makeFormatter(language, options);
  if (cachedFormats.size >= KEPT_FORMATS) cachedFormats.clear();
  cachedFormats.set(key, made);
  return made;
}

function makeFormatter(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let canonical: string[];
  try {
    canonical = Intl.getCanonicalLocales(language);
  } catch {
    canonical = [];
  }
  // Intl would use the machine's own language for one it doesn't know.
  if (Intl.NumberFormat.supportedLocalesOf(canonical).length === 0) {
    throw new ArgumentFault(`"${language}" is not a language such as en or de-CH.`);
  }
  try {
    return new Intl.NumberFormat(canonical, options);
  } catch {
    throw new ArgumentFault(`"${options.currency ?? ''}" is not a currency such as USD or EUR.`);
  }
}
