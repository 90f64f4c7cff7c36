/** Ways to authorise requests. Pure: clock, chance and WebCrypto are handed in. */
export { type AuthPorts, CredentialsError } from './auth-scheme.ts';
export { authorizeRequest, authSchemes, secretsOf } from './authorize-request.ts';
export type * from './credentials.ts';
export * from './oauth1/oauth1-flow.ts';
export * from './oauth2/authorization-url.ts';
export * from './oauth2/parse-callback.ts';
export { isExpired, type OAuth2Tokens, parseTokenAnswer, type TokenAnswer } from './oauth2/parse-token-answer.ts';
export { createPkce, type Pkce } from './oauth2/pkce.ts';
export * from './oauth2/token-request.ts';
