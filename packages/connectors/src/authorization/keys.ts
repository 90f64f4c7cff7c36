/** A key that goes on every call of a connector type. Some need several together: Plaid, Etsy and Mindbody want two or three. */
export interface RequestKey {
  /** `body` and `path` fill a placeholder in the request, and do nothing without one (./fill-place.ts). */
  in: 'header' | 'query' | 'cookie' | 'body' | 'path';
  name: string;
  value: string;
}
