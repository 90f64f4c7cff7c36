/** The name of a header: a token of RFC 9110, section 5.6.2. */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Whether a content type is JSON, such as `application/json; charset=utf-8` and `application/hal+json`. */
export function isJsonType(contentType: string): boolean {
  return /[/+]json\b/i.test(contentType);
}
