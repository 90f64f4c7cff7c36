/** Longer headers are meant to harm. */
const MAX_LENGTH = 8_000;
/** One link: its target, and its parameters as far as the next one begins. */
const LINK = /<([^<>]*)>((?:\s*;\s*[^\s=;,<>]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g;
const RELATION = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/i;

/** The target of `rel="next"` in a Link header (RFC 8288); null if there is none. */
export function nextLink(header: string | null): string | null {
  for (const [, target = '', parameters = ''] of (header ?? '').slice(0, MAX_LENGTH).matchAll(LINK)) {
    const [, quoted, bare] = RELATION.exec(parameters) ?? [];
    const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
  }
  return null;
}
