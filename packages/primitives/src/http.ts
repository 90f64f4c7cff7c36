/** The name of a header: a token of RFC 9110, section 5.6.2. */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What a header can carry: ASCII in one line. Most receivers would read each byte of UTF-8 as a character. */
export const HEADER_VALUE = /^[\t\u0020-\u007e]*$/;

const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-connection',
]);

/** Whether a header belongs to the connection and not to the message, so nobody can choose its value. */
export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADERS.has(name.trim().toLowerCase());
}
