const CREDENTIAL =
  /^(authorization|proxyauthorization|cookie|setcookie|password|passwd|pwd|passphrase|secret|clientsecret|consumersecret|apikey|apisecret|apitoken|accesskey|secretkey|privatekey|auth|authkey|authtoken|accesstoken|refreshtoken|idtoken|bearertoken|sessiontoken|securitytoken|subscriptionkey|token|signature|sig)$/;

/** Whether what stands under this name is most likely a credential: `Authorization`, `client_secret`, `X-Api-Key`. */
export function isCredentialName(name: string): boolean {
  const plain = name
    .replaceAll(/[^a-z0-9]/gi, '')
    .toLowerCase()
    .replace(/^x(?=api|access|auth|sub)/, '');
  return CREDENTIAL.test(plain) || /(?:apikey|secret|password|accesstoken|authtoken|subscriptionkey)$/.test(plain);
}
