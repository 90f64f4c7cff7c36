/** Ways to authorise requests. Pure: clock, randomness and WebCrypto are passed in. */
export { addressPart, findAddressPart, findHostEnd } from './address-part.ts';
export { type AddressPart, type AskedField, asked, type ConnectorField, namesInBraces } from './asked-field.ts';
export { type AuthorizationSettings, type AuthPorts, CredentialsError, type SchemeSetting } from './auth-scheme.ts';
export type { RequestKey } from './keys.ts';
export * from './oauth1-flow.ts';
export * from './oauth2/authorization-url.ts';
export * from './oauth2/parse-callback.ts';
export { isExpired, type OAuth2Tokens, parseTokenResponse, type TokenResult } from './oauth2/parse-token-answer.ts';
export { createPkce, type Pkce } from './oauth2/pkce.ts';
export * from './oauth2/token-request.ts';
export { withKeys } from './put-on-request.ts';
export * from './registry.ts';
export { type SettingProblem, schemeSettingProblems } from './scheme-settings.ts';
export { asksPerson, signingType, type TokenSource, tokenSource, usesClient } from './token-source.ts';
