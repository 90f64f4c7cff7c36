/** The most repetitions a pattern may ask for. */
const MOST_TIMES = 200;

/**
 * A text that matches a simple pattern: literals, classes, groups, the first alternative, and counts. Null for any
 * other pattern. Callers check the result.
 */
export function textOfPattern(pattern: string, number: number, minLength = 0): string | null {
  const reader = new PatternReader(pattern, number);
  const text = reader.alternatives();
  if (text === null || !reader.isAtEnd) return null;
  return text.length < minLength ? text + (text.at(-1) ?? 'a').repeat(minLength - text.length) : text;
}

class PatternReader {
  readonly #pattern: string;
  #digits: string;
  #at = 0;

  constructor(pattern: string, number: number) {
    this.#pattern = pattern;
    this.#digits = String(number);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  /** Null: the pattern has an unsupported part. */
  alternatives(): string | null {
    let first: string | null = null;
    for (;;) {
      const text = this.#sequence();
      if (text === null) return null;
      first ??= text;
      if (this.#pattern[this.#at] !== '|') return first;
      this.#at += 1;
    }
  }

  #sequence(): string | null {
    let text = '';
    while (!this.isAtEnd && !'|)'.includes(this.#pattern[this.#at] ?? '')) {
      const make = this.#atom();
      if (!make) return null;
      const times = this.#times();
      if (times === null) return null;
      for (let made = 0; made < times; made += 1) text += make();
    }
    return text;
  }

  #atom(): (() => string) | null {
    const character = this.#pattern[this.#at++] ?? '';
    switch (character) {
      case '^':
      case '$':
        return () => '';
      case '.':
        return () => 'a';
      case '\\':
        return this.#escape();
      case '[':
        return this.#class();
      case '(': {
        if (this.#pattern.startsWith('?:', this.#at)) this.#at += 2;
        else if (this.#pattern[this.#at] === '?') return null;
        const text = this.alternatives();
        if (text === null || this.#pattern[this.#at++] !== ')') return null;
        return () => text;
      }
      case '*':
      case '+':
      case '?':
      case '{':
        return null;
      default:
        return () => character;
    }
  }

  #escape(): (() => string) | null {
    const character = this.#pattern[this.#at++] ?? '';
    if (character === 'd') return () => this.#digit();
    if (character === 'w') return () => 'a';
    if (character === 's') return () => ' ';
    return /\w/.test(character) ? null : () => character;
  }

  #class(): (() => string) | null {
    const end = this.#pattern.indexOf(']', this.#at + 1);
    const inside = this.#pattern.slice(this.#at, end);
    if (end < 0 || inside.startsWith('^')) return null;
    this.#at = end + 1;
    if (/0-9|\\d/.test(inside)) return () => this.#digit();
    const [, first = inside[0] ?? ''] = /^([A-Za-z])-[A-Za-z]/.exec(inside) ?? [];
    return first === '\\' ? () => (inside[1] === 'w' ? 'a' : (inside[1] ?? '')) : () => first;
  }

  /** Uses the number's digits first, so that two values differ. */
  #digit(): string {
    const digit = this.#digits.slice(-1) || '0';
    this.#digits = this.#digits.slice(0, -1);
    return digit;
  }

  #times(): number | null {
    const [whole = '', fewest] = /^\{(\d+)(?:,\d*)?\}\??|^[*+?]\??/.exec(this.#pattern.slice(this.#at)) ?? [];
    this.#at += whole.length;
    if (fewest !== undefined) return Number(fewest) <= MOST_TIMES ? Number(fewest) : null;
    return whole.startsWith('*') || whole.startsWith('?') ? 0 : 1;
  }
}
