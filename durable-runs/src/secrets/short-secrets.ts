import { REDACTED } from './redact-headers.ts';

/** Marks a name in a list of values: no value read from a call begins like this. */
const NAME_MARK = '\u0000name:';
const MOST_NAMES = 50;

/**
 * Names of secrets too short to search for by value, such as `pin` or `cvv`. Under these names people read `[redacted]`, in JSON
 * values, in JSON texts, and in forms and URLs.
 */
export class ShortSecrets {
  readonly #longest: number;
  readonly #names = new Set<string>();
  /** For JSON and for parameters; null: not built yet. */
  #patterns: readonly RegExp[] | null = null;

  /** @param longest longest value, in characters, that counts as short */
  constructor(longest: number) {
    this.#longest = longest;
  }

  static isStored(value: string): boolean {
    return value.startsWith(NAME_MARK);
  }

  /** The names, encoded as values of a list. */
  get stored(): readonly string[] {
    return [...this.#names].map((name) => NAME_MARK + name);
  }

  restore(values: readonly string[]): void {
    for (const value of values) if (ShortSecrets.isStored(value)) this.note(value.slice(NAME_MARK.length));
  }

  get isEmpty(): boolean {
    return this.#names.size === 0;
  }

  note(name: string): void {
    if (this.#names.size >= MOST_NAMES || name.length > 100 || this.#names.has(name)) return;
    this.#names.add(name);
    this.#patterns = null;
  }

  /** Cheap check: whether a JSON text names one of them at all. */
  mayBeIn(json: string): boolean {
    for (const name of this.#names) if (json.includes(name)) return true;
    return false;
  }

  isOne(name: string, value: unknown): boolean {
    if (!this.#names.has(name)) return false;
    const isCode = typeof value === 'number' || (typeof value === 'string' && value !== '');
    return isCode && String(value).length <= this.#longest;
  }

  redactText(text: string): string {
    if (!this.mayBeIn(text)) return text;
    this.#patterns ??= this.#makePatterns();
    return this.#patterns.reduce(
      (sofar, pattern) => sofar.replace(pattern, (_, before: string, quote: string) => before + quote + REDACTED + quote),
      text,
    );
  }

  #makePatterns(): RegExp[] {
    const names = [...this.#names].map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    const most = this.#longest;
    const quote = String.raw`\\{0,8}"`;
    const end = String.raw`[&#\s"'\\]`;
    return [
      new RegExp(String.raw`(${quote}(?:${names})(${quote})\s*:\s*)(?:${quote}[^"\\]{1,${most}}${quote}|-?\d{1,${most}}(?![\d.]))`, 'g'),
      new RegExp(String.raw`((?:^|[?;&\s"'])(?:${names})=()).{1,${most}}?(?=${end}|$)`, 'g'),
    ];
  }
}
