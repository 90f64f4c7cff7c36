/** Which part of a URL comes next. `unknown`: the text before it isn't the start of a URL. */
export type UrlPart = 'start' | 'host' | 'path' | 'query' | 'fragment' | 'unknown';

/** Scheme and slashes, as URL parsers read them: any number of slashes, including backslashes. */
const SCHEME = /^https?:[\\/]*/i;
/** URL parsers drop these everywhere. */
export const DROPPED = /[\t\r\n]/g;

/** The URL part that follows the given text. A text that begins with one slash is a path below a connector's base address. */
export function getNextUrlPart(before: string): UrlPart {
  const text = before.replace(DROPPED, '').trimStart();
  if (text === '') return 'start';
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined && !/^\/(?![\\/])/.test(text)) return 'unknown';
  const rest = text.slice(scheme?.length ?? 0);
  if (rest.includes('#')) return 'fragment';
  if (rest.includes('?')) return 'query';
  return scheme === undefined || /[\\/]/.test(rest) ? 'path' : 'host';
}

/** The host, with its port, that contains the character or value at this index. */
export function hostAround(address: string, index: number): string {
  const start = schemeLength(address.slice(0, index));
  const length = address.slice(index).search(/[\\/?#]/);
  return address.slice(start, length < 0 ? address.length : index + length);
}

/** The start of the path in an address whose host is not empty. */
export function getPathRange(address: string): { pathStart: number; pathEnd: number } {
  const hostStart = schemeLength(address);
  const hostLength = address.slice(hostStart).search(/[\\/?#]/);
  const pathStart = hostLength < 0 ? address.length : hostStart + hostLength;
  const pathLength = address.slice(pathStart).search(/[?#]/);
  return { pathStart, pathEnd: pathLength < 0 ? address.length : pathStart + pathLength };
}

function schemeLength(address: string): number {
  return SCHEME.exec(address)?.[0].length ?? 0;
}
