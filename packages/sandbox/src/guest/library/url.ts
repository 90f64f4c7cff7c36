import type { UrlParts, UrlRequest } from '../../services/url-service.ts';
import { ask } from './host.ts';
import { URLSearchParams } from './url-search-params.ts';

type Settable = NonNullable<UrlRequest['set']>['part'];

/** The host parses and writes the URL with its own URL class, which follows the URL Standard. */
export class URL {
  #parts: UrlParts;
  readonly #search: ReturnType<typeof URLSearchParams.of>;

  constructor(url: unknown, base?: unknown) {
    this.#parts = ask<UrlParts>('url', { href: String(url), ...(base === undefined ? {} : { base: String(base) }) });
    this.#search = URLSearchParams.of(this.#parts.search.slice(1), (text) => this.#change('search', text));
  }

  static canParse(url: unknown, base?: unknown): boolean {
    return URL.parse(url, base) !== null;
  }

  static parse(url: unknown, base?: unknown): URL | null {
    try {
      return new URL(url, base);
    } catch {
      return null;
    }
  }

  get searchParams(): URLSearchParams {
    return this.#search.params;
  }

  get origin(): string {
    return this.#parts.origin;
  }

  get href(): string {
    return this.#parts.href;
  }

  set href(value: unknown) {
    this.#parts = ask<UrlParts>('url', { href: String(value) });
    this.#search.read(this.#parts.search.slice(1));
  }

  toString(): string {
    return this.#parts.href;
  }

  toJSON(): string {
    return this.#parts.href;
  }

  /** @internal */
  static readPart(url: URL, part: Settable): string {
    return url.#parts[part];
  }

  /** @internal */
  static writePart(url: URL, part: Settable, value: unknown): void {
    url.#change(part, String(value));
    if (part === 'search') url.#search.read(url.#parts.search.slice(1));
  }

  #change(part: Settable, value: string): void {
    this.#parts = ask<UrlParts>('url', { href: this.#parts.href, set: { part, value } });
  }
}

const parts: Settable[] = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const { readPart, writePart } = URL;
for (const part of parts) {
  Object.defineProperty(URL.prototype, part, {
    get(this: URL) {
      return readPart(this, part);
    },
    set(this: URL, value: unknown) {
      writePart(this, part, value);
    },
    configurable: true,
    enumerable: true,
  });
}
for (const name of ['readPart', 'writePart']) Reflect.deleteProperty(URL, name);
