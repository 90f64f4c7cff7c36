/** One key of several that may be wanted together (Plaid, Etsy and Mindbody want two or three). */
export interface ApiKeyPart {
  /** `body` and `path` fill a place that the request left for it, and do nothing where there is none (./fill-place.ts). */
  in: 'header' | 'query' | 'cookie' | 'body' | 'path';
  name: string;
  value: string;
  /** Written before the value: `Token `, `Bearer `. */
  prefix?: string;
}

export interface ApiKeyCredentials {
  kind: 'apiKey';
  keys: readonly ApiKeyPart[];
}

export interface BasicCredentials {
  kind: 'basic';
  username: string;
  password: string;
}

/** A token that was pasted, or that OAuth 2 gave. */
export interface BearerCredentials {
  kind: 'bearer';
  token: string;
  /** `Authorization` where nothing is said (Shopify: `X-Shopify-Access-Token`). */
  headerName?: string;
  /** `Bearer` where nothing is said; an empty text writes the token alone (Swapcard). */
  tokenType?: string;
  /** Keys that go along with the token (Etsy: `x-api-key`). */
  keys?: readonly ApiKeyPart[];
}

export type OAuth1SignatureMethod = 'HMAC-SHA1' | 'HMAC-SHA256';

export interface OAuth1Credentials {
  kind: 'oauth1';
  consumerKey: string;
  consumerSecret: string;
  /** Absent while a token is asked for. */
  token?: string;
  tokenSecret?: string;
  signatureMethod: OAuth1SignatureMethod;
  /** NetSuite's account. */
  realm?: string;
  /** Further `oauth_` parameters: `oauth_callback`, `oauth_verifier`. */
  parameters?: Readonly<Record<string, string>>;
}

/** What a request's signature is made over, in order. */
export type SignedPart =
  | 'method'
  | 'path'
  /** Names and values of the query in alphabetical order, written one after the other. */
  | 'sortedQuery'
  | 'url'
  | 'body'
  | 'timestamp'
  | 'secret'
  | { text: string };

/** A system that wants its requests signed by an HMAC over parts of them (TikTok Shop and others of that kind). */
export interface SignedRequestCredentials {
  kind: 'signedRequest';
  secret: string;
  hash: 'SHA-1' | 'SHA-256' | 'SHA-512';
  encoding: 'hex' | 'base64';
  parts: readonly SignedPart[];
  /** Where the signature goes. */
  signature: { in: 'header' | 'query'; name: string; prefix?: string };
  /** Where the time of signing goes, in seconds or milliseconds. */
  timestamp?: { in: 'header' | 'query'; name: string; unit: 'seconds' | 'milliseconds' };
  keys?: readonly ApiKeyPart[];
}

/** What a connector is authorised by, ready to be put on a request. */
export type Credentials = ApiKeyCredentials | BasicCredentials | BearerCredentials | OAuth1Credentials | SignedRequestCredentials;
export type CredentialsKind = Credentials['kind'];
