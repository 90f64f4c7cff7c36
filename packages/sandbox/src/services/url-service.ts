import { type Service, ServiceFault, textMember } from './service.ts';

const SETTABLE = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'] as const;
const LONGEST_URL = 1_000_000;
const FUEL_A_URL = 300;
const FUEL_A_CHARACTER = 3;

export type UrlParts = Record<(typeof SETTABLE)[number] | 'href' | 'origin', string>;

export interface UrlRequest {
  href: string;
  base?: string;
  set?: { part: (typeof SETTABLE)[number]; value: string };
}

/** Parses a URL, or changes one part of it. Nothing is called. */
export const urlService: Service = (request, charge) => {
  const href = textMember(request, 'href', LONGEST_URL);
  const base = request.base === undefined ? undefined : textMember(request, 'base', LONGEST_URL);
  charge(FUEL_A_URL + FUEL_A_CHARACTER * (href.length + (base?.length ?? 0)));
  const url = readUrl(href, base);
  if (typeof request.set === 'object' && request.set !== null) {
    const { part } = request.set as { part?: unknown };
    const value = textMember(request.set as Record<string, unknown>, 'value', LONGEST_URL);
    charge(FUEL_A_CHARACTER * value.length);
    const known = SETTABLE.find((name) => name === part);
    if (known) url[known] = value;
  }
  return Object.fromEntries([...SETTABLE, 'href' as const, 'origin' as const].map((name) => [name, url[name]]));
};

function readUrl(href: string, base: string | undefined): URL {
  try {
    return new URL(href, base);
  } catch {
    throw new ServiceFault('TypeError', `Invalid URL: ${href.slice(0, 200)}`);
  }
}
