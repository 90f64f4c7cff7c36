export {
  type CustomSignature,
  customAlgorithms,
  customSignatureProblem,
  secretEncodings,
  signatureEncodings,
} from './custom-signature.ts';
/** The ways to sign webhooks that there are, for a choice in a form. */
export { type SignatureSchemeName, signatureSchemes } from './verify-signature.ts';
