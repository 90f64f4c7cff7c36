import { PagingError } from './paging-error.ts';

/** Longer headers are malicious. */
const MAX_LENGTH = 8_000;
/** One link: its target, and its parameters up to the next link. Some servers quote with apostrophes. */
const LINK = /<([^<>]*)>((?:\s*;\s*[^\s=;,<>]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s;,"']*))?)*)\s*;?\s*/g;
const PARAMETER = /;\s*([^\s=;,<>]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s;,"']*)))?/g;

/**
 * The target of `rel="next"` in a Link header (RFC 8288); null if there is none.
 *
 * @throws PagingError for a header that isn't links or is too long to read: the next page may be what is lost
 */
export function nextLink(header: string | null): string | null {
  if (header === null) return null;
  if (header.length > MAX_LENGTH) throw unreadable();
  for (const [, target = '', parameters = ''] of header.matchAll(LINK)) {
    if (!parseRelations(parameters).includes('next')) continue;
    if (target.trim() === '') throw unreadable();
    return target;
  }
  if (!/^[\s,]*$/.test(header.replaceAll(LINK, ''))) throw unreadable();
  return null;
}

/** If there are several `rel`, the first one counts (RFC 8288, section 3.3). */
function parseRelations(parameters: string): string[] {
  const found = [...parameters.matchAll(PARAMETER)].find(([, name]) => name?.toLowerCase() === 'rel');
  const [, , quoted, inApostrophes, bare] = found ?? [];
  return (quoted ?? inApostrophes ?? bare ?? '').trim().toLowerCase().split(/\s+/);
}

function unreadable(): PagingError {
  return new PagingError('The Link header of the response can’t be read, so whether a page follows isn’t known.');
}
