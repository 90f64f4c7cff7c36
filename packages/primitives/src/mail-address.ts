/** An e-mail address in two forms: for people and for mail servers. */
export interface MailAddress {
  /** Normalized: composed characters, and lower case if it isn't ASCII. */
  address: string;
  /** With the domain in ASCII (`xn--…`), which every mail server accepts. */
  sent: string;
}

/** RFC 6531 allows any character beyond ASCII; spaces, invisible and unassigned ones are refused. */
const LOCAL = /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|[^\p{C}\p{Z}\0-\x7f])+(?:\.(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|[^\p{C}\p{Z}\0-\x7f])+)*$/u;
const WRITTEN_DOMAIN = /^(?:[A-Za-z0-9.-]|[^\p{C}\p{Z}\0-\x7f])+$/u;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const ASCII_DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);
const LONGEST_LOCAL = 64;
const LONGEST = 254;

/**
 * Reads an address in any script: `jürgen@exämple.de`. Plain addresses only: no names, quotes, comments or brackets, and nothing a
 * mail server could read as a second header.
 *
 * @returns null for any other text
 */
export function readMailAddress(text: string): MailAddress | null {
  const address = hasOnlyAscii(text) ? text : text.normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = asciiDomain(address.slice(at + 1));
  if (domain === null || !LOCAL.test(local)) return null;
  const sent = `${local}@${domain}`;
  return lengthInBytes(local) > LONGEST_LOCAL || lengthInBytes(sent) > LONGEST ? null : { address, sent };
}

function asciiDomain(domain: string): string | null {
  if (domain.length > LONGEST || !WRITTEN_DOMAIN.test(domain)) return null;
  const url = `http://${domain}`;
  const ascii = hasOnlyAscii(domain) ? domain : URL.canParse(url) ? new URL(url).hostname : '';
  return ASCII_DOMAIN.test(ascii.toLowerCase()) ? ascii : null;
}

function hasOnlyAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

function lengthInBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
