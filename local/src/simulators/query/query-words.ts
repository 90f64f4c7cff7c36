import type { Condition, QueryOrder, QueryValue } from './conditions.ts';

/** What a query language says about a word that it doesn't allow; null: the query ended there. */
type Refuse = (word: string | null, expected: string) => Error;

const WORD = /\s*('(?:[^'\\]|\\.)*'|[(),*]|<=|>=|!=|<>|[=<>]|[\w.:+-]+|\S)/g;
/** `'text'`, `12.5`, `2026-11-21`, `Account.Name`. */
const PLAIN = /^(?:'.*'|[\w.:+-]+)$/s;

/** Reads the parts that query languages like SQL share. Words are compared in capitals. */
export class QueryWords {
  readonly #words: string[];
  readonly #refuse: Refuse;
  #at = 0;

  constructor(text: string, refuse: Refuse) {
    this.#words = [...text.trim().matchAll(WORD)].map(([, word = '']) => word);
    this.#refuse = refuse;
  }

  isNext(...words: string[]): boolean {
    return words.every((word, index) => this.#words[this.#at + index]?.toUpperCase() === word);
  }

  /** Reads the next name or value. */
  take(): string {
    const word = this.#words[this.#at];
    if (word === undefined || !PLAIN.test(word)) throw this.#refuse(word ?? null, 'a name or value');
    this.#at += 1;
    return word;
  }

  /** Skips the words if they come next. @returns whether they did */
  takeIf(...words: string[]): boolean {
    const isNext = this.isNext(...words);
    if (isNext) this.#at += words.length;
    return isNext;
  }

  expect(...words: string[]): void {
    for (const word of words) if (!this.takeIf(word)) throw this.#refuse(this.#words[this.#at] ?? null, word);
  }

  expectEnd(): void {
    const word = this.#words[this.#at];
    if (word !== undefined) throw this.#refuse(word, 'the end');
  }

  /** Reads items with commas between them. */
  list<Item>(read: () => Item): Item[] {
    const items = [read()];
    while (this.takeIf(',')) items.push(read());
    return items;
  }

  /** Reads `WHERE` and its conditions, joined by `AND`, if they come next. */
  conditions<Read extends Condition>(read: () => Read): Read[] {
    if (!this.takeIf('WHERE')) return [];
    const conditions = [read()];
    while (this.takeIf('AND')) conditions.push(read());
    return conditions;
  }

  operator<Operator extends Condition['operator']>(operators: readonly Operator[]): Operator {
    const found = operators.find((operator) => this.takeIf(...operator.split(' ')));
    if (!found) throw this.#refuse(this.#words[this.#at] ?? null, operators.join(' '));
    return found;
  }

  order(): QueryOrder {
    const field = this.take();
    const isDescending = this.takeIf('DESC');
    if (!isDescending) this.takeIf('ASC');
    return { field, isDescending };
  }

  /** @param ofWord the value of a word that isn't a text, number or boolean */
  value(ofWord: (word: string) => QueryValue): QueryValue {
    const word = this.take();
    if (word.startsWith("'")) return word.slice(1, -1).replace(/\\(.)/g, '$1');
    if (/^-?\d+(\.\d+)?$/.test(word)) return Number(word);
    return /^(?:true|false)$/i.test(word) ? word.toLowerCase() === 'true' : ofWord(word);
  }
}
