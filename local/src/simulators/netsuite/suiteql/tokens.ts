import { InvalidQuery } from './syntax.ts';

const TOKEN = /\s*('(?:[^']|'')*'|"[^"]*"|\|\||<=|>=|!=|<>|[(),*=<>+\-/]|\d+(?:\.\d+)?|[A-Za-z_][\w.]*)/y;

/** A query's words, with lookahead. */
export class Tokens {
  readonly #tokens: string[];
  #at = 0;

  /** @throws InvalidQuery */
  constructor(text: string) {
    this.#tokens = tokensOf(text.replace(/;\s*$/, ''));
  }

  /** In capitals; empty at the end. */
  peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.toUpperCase() ?? '';
  }

  take(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new InvalidQuery('Unexpected end of the query.');
    this.#at += 1;
    return token;
  }

  /** Consumes the words if they come next. */
  takeIf(...words: string[]): boolean {
    if (!words.every((word, index) => this.peek(index) === word)) return false;
    this.#at += words.length;
    return true;
  }

  expect(word: string): void {
    const token = this.take();
    if (token.toUpperCase() !== word) throw new InvalidQuery(`Unexpected "${token}" where ${word} belongs.`);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found?.[1]) throw new InvalidQuery(`Unexpected "${text.slice(from).trim().slice(0, 20)}".`);
    tokens.push(found[1]);
  }
  return tokens;
}
