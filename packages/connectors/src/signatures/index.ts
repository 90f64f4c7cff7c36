export {
  type CustomSignature,
  customAlgorithms,
  customSignatureProblem,
  secretEncodings,
  signatureEncodings,
} from './custom-signature.ts';
/** The available ways to sign webhooks, for a choice in a form. */
export { type SignatureSchemeName, signatureSchemes } from './verify-signature.ts';
