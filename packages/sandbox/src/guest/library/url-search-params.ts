import { bytesOfBinary } from './host.ts';
import { utf8Bytes, utf8Text } from './utf8.ts';

type Pair = [name: string, value: string];

/** The `application/x-www-form-urlencoded` pairs of the URL Standard. */
export class URLSearchParams {
  #pairs: Pair[] = [];
  /** Called after each change, by the URL that the pairs belong to. */
  #changed: (text: string) => void = () => undefined;

  constructor(init: unknown = '') {
    this.#pairs = readPairs(init);
  }

  /** The pairs of a URL: a change is written into it. */
  static of(text: string, changed: (text: string) => void): { params: URLSearchParams; read(text: string): void } {
    const params = new URLSearchParams(text);
    params.#changed = changed;
    return {
      params,
      read: (next) => {
        params.#pairs = parsePairs(next);
      },
    };
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: unknown, value: unknown): void {
    this.#set([...this.#pairs, [wellFormed(name), wellFormed(value)]]);
  }

  delete(name: unknown, value?: unknown): void {
    this.#set(this.#pairs.filter((pair) => pair[0] !== String(name) || (value !== undefined && pair[1] !== String(value))));
  }

  get(name: unknown): string | null {
    return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null;
  }

  getAll(name: unknown): string[] {
    return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1]);
  }

  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some((pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value)));
  }

  /** The first pair of the name gets the value; the others are removed. */
  set(name: unknown, value: unknown): void {
    const at = this.#pairs.findIndex((pair) => pair[0] === String(name));
    if (at < 0) {
      this.append(name, value);
      return;
    }
    const pairs = this.#pairs.filter((pair, place) => place <= at || pair[0] !== String(name));
    pairs[at] = [wellFormed(name), wellFormed(value)];
    this.#set(pairs);
  }

  /** By the names' UTF-16 units; pairs of the same name keep their order. */
  sort(): void {
    this.#set([...this.#pairs].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)));
  }

  forEach(call: (value: string, name: string, params: URLSearchParams) => void, self?: unknown): void {
    for (const [name, value] of this.#pairs) call.call(self, value, name, this);
  }

  *entries(): IterableIterator<Pair> {
    for (const [name, value] of this.#pairs) yield [name, value];
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this.#pairs) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this.#pairs) yield value;
  }

  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }

  toString(): string {
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  }

  #set(pairs: Pair[]): void {
    this.#pairs = pairs;
    this.#changed(this.toString());
  }
}

function readPairs(init: unknown): Pair[] {
  if (typeof init !== 'object' || init === null) return parsePairs(String(init).replace(/^\?/, ''));
  if (init instanceof URLSearchParams) return [...init];
  if (Symbol.iterator in init) return [...(init as Iterable<Iterable<unknown>>)].map(toPair);
  return Object.entries(init).map(([name, value]) => [wellFormed(name), wellFormed(value)]);
}

function toPair(entry: Iterable<unknown>): Pair {
  const [name, value, ...rest] = [...entry];
  if (value === undefined || rest.length > 0) throw new TypeError('Each pair must be a name and a value.');
  return [wellFormed(name), wellFormed(value)];
}

function parsePairs(text: string): Pair[] {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    });
}

function wellFormed(value: unknown): string {
  return String(value).replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

/** Invalid percent-encoding is left unchanged. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  const binary = utf8Bytes(spaced);
  let bytes = '';
  for (let at = 0; at < binary.length; at += 1) {
    const digits = binary[at] === 0x25 ? String.fromCharCode(binary[at + 1] ?? 0, binary[at + 2] ?? 0) : '';
    const isEncoded = /^[0-9A-Fa-f]{2}$/.test(digits);
    bytes += String.fromCharCode(isEncoded ? Number.parseInt(digits, 16) : (binary[at] ?? 0));
    if (isEncoded) at += 2;
  }
  return utf8Text(bytesOfBinary(bytes));
}
