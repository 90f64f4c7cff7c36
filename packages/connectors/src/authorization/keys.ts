/** A key that goes on every call of a connector type; several may be needed together (Plaid, Etsy and Mindbody want two or three). */
export interface RequestKey {
  /** `body` and `path` fill a place that the request left for it, and do nothing where there is none (./fill-place.ts). */
  in: 'header' | 'query' | 'cookie' | 'body' | 'path';
  name: string;
  value: string;
}
