import { crypto } from './crypto.ts';
import { atob, btoa, TextDecoder, TextEncoder } from './encoding.ts';
import { type AskHost, useHost } from './host.ts';
import { scriptIntl, speakLocales } from './intl.ts';
import { URL } from './url.ts';
import { URLSearchParams } from './url-search-params.ts';

/** Gives scripts the web APIs that the engine lacks. */
export function install(ask: AskHost): void {
  useHost(ask);
  speakLocales();
  const names = { atob, btoa, crypto, Intl: scriptIntl, TextDecoder, TextEncoder, URL, URLSearchParams };
  for (const [name, value] of Object.entries(names)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }
}
