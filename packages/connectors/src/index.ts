export { findDeliveryId } from './deliveries/delivery-id.ts';
export type { HeaderSource } from './headers/header-reader.ts';
export { mayReceiveCredential } from './outgoing/allowed-hosts.ts';
export { checkOutgoingUrl, type OutgoingUrlCheck } from './outgoing/check-outgoing-url.ts';
export { type AllowedTarget, type EgressAllowList, parseEgressAllow } from './outgoing/egress-allow-list.ts';
export { followRedirect, type OutgoingRequest, type RedirectStep } from './outgoing/follow-redirect.ts';
export { isPrivateAddress } from './outgoing/is-private-address.ts';
export type { ChallengeResponse, SignatureResult, SignedCall } from './signatures/signature-scheme.ts';
export { TOKEN_PARAMETER, tokenHeaders } from './signatures/token.ts';
export {
  isSignatureScheme,
  type SignatureSchemeName,
  signatureSchemes,
  type VerifiedCall,
  verifyCall,
  verifySignature,
} from './signatures/verify-signature.ts';
