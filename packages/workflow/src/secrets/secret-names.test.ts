import { describe, expect, it, test } from 'vitest';
import { pathSecretsIn, withoutPathSecrets } from './path-secrets.ts';
import { isSecretName, isSecretNumberName, type NamePlace } from './secret-names.ts';

const everywhere = [
  'password',
  'user_password',
  'db-password',
  'PASSWD',
  'pwd',
  'passphrase',
  'passcode',
  'secret',
  'client_secret',
  'clientSecret',
  'stripeSecretKey',
  'webhook_secret',
  'signing_key',
  'apikey',
  'apiKey',
  'api_key',
  'X-API-Key',
  'hapikey',
  'token',
  'Token',
  'access_token',
  'accessToken',
  'refreshToken',
  'id_token',
  'x-auth-token',
  'PRIVATE-TOKEN',
  'X-Amz-Security-Token',
  'authorization',
  'Proxy-Authorization',
  'bearer',
  'jwt',
  'session_id',
  'sessionId',
  'JSESSIONID',
  'PHPSESSID',
  'auth',
  'X-Auth',
  'x-auth-key',
  'Ocp-Apim-Subscription-Key',
  'X-Functions-Key',
  'X-Secret-Key',
  'X-Master-Key',
  'DD-APPLICATION-KEY',
  'X-Signature',
  'signature',
  'sig',
  'X-Password',
  'private_key',
  'privateKey',
  'AccountKey',
  'authorizationCode',
  'verification_code',
  'otp',
  'user_pass',
  'token1',
  'cookie',
  'X-JWT-Assertion',
  'Cf-Access-Jwt-Assertion',
  'client_assertion',
  'SAMLResponse',
  'X-Pin',
  'pin',
  'cardPin',
  'pin_code',
  'cvv',
  'CVV2',
  'cvc',
  'card_cvc',
  'X-Otp',
  'totp',
  'smsCode',
  'one_time_code',
  'recoveryCodes',
  'cardNumber',
  'credit_card_number',
  'ssn',
  'socialSecurityNumber',
  'passwordConfirmation',
  'password_hash',
  'passkey',
  'private_key_pem',
  'licenseKey',
  'sessionKey',
  'write_key',
  'connectionString',
  'DATABASE_URL',
  'SENTRY_DSN',
  'seedPhrase',
  'mnemonic',
  'security_answer',
  'device_code',
  'magicLink',
];
const inCallsOnly = ['X-Key', 'key', 'X-Pass', 'session'];
const nowhere = [
  'keyboard',
  'monkey',
  'hotkey',
  'keyword',
  'keywords',
  'author',
  'authorName',
  'author_id',
  'authority',
  'postalCode',
  'zipCode',
  'countryCode',
  'currency_code',
  'errorCode',
  'statusCode',
  'tokenCount',
  'token_type',
  'maxTokensUsed',
  'accessTokenExpiresAt',
  'expires_in',
  'passport',
  'passenger',
  'compass',
  'bypass',
  'secretary',
  'isSecretSanta',
  'signatureDate',
  'signedAt',
  'emailSignature',
  'nextPageToken',
  'page_token',
  'continuationToken',
  'primaryKey',
  'sort_key',
  'foreignKey',
  'idempotencyKey',
  'Idempotency-Key',
  'partitionKey',
  'publicKey',
  'keyValues',
  'sessionType',
  'sessionName',
  'cookieConsent',
  'content-type',
  'script',
  'stepId',
  'design',
  'accept',
  'user-agent',
  'codec',
  'encoder',
  'barcode',
  'assignee',
  'signal',
  'tokenizer',
  'authored',
  'hashtag',
  'spin',
  'pinned',
  'pincode',
  'opinion',
  'shipping',
  'cardholder',
  'cardType',
  'giftCardValue',
  'scorecard',
  'seed',
  'recovery',
  'assertions',
  'state',
  'websiteUrl',
  'webhookUrl',
  'iban',
  'company',
  'japan',
  'session_state',
  'cursor',
  '',
  '---',
  '42',
];
const places: NamePlace[] = ['header', 'parameter', 'member'];

describe('names of secrets', () => {
  it.each(everywhere)('%s is secret everywhere', (name) => {
    expect(places.filter((place) => isSecretName(name, place))).toEqual(places);
  });

  it.each(inCallsOnly)('%s is secret in headers and addresses', (name) => {
    expect(places.filter((place) => isSecretName(name, place))).toEqual(['header', 'parameter']);
  });

  it('code is secret only in an authorization’s callback address; pass is secret in data only as a whole name', () => {
    expect(places.filter((place) => isSecretName('code', place))).toEqual(['parameter']);
    expect(isSecretName('pass', 'member')).toBe(true);
    expect(isSecretName('seasonPass', 'member')).toBe(false);
  });

  it('headers that sign a call are recognized by that word anywhere in the name', () => {
    for (const name of [
      'X-Hub-Signature-256',
      'X-Signature-Ed25519',
      'X-Shopify-Hmac-Sha256',
      'Stripe-Signature',
      'Set-Cookie',
      'Authentication',
    ])
      expect([name, isSecretName(name, 'header')]).toEqual([name, true]);
  });

  it.each(nowhere)('%j is ordinary', (name) => {
    expect(places.filter((place) => isSecretName(name, place))).toEqual([]);
  });
});

test('numbers are secret under the names of short codes, and counts are not', () => {
  for (const name of [
    'pin',
    'userPin',
    'X-Pin',
    'cvv',
    'cvv2',
    'card_cvc',
    'otp',
    'pinCode',
    'smsCode',
    'password',
    'cardNumber',
    'ssn',
    'pan',
  ])
    expect([name, isSecretNumberName(name)]).toEqual([name, true]);
  for (const name of ['tokens', 'total_tokens', 'max_tokens', 'signature', 'auth', 'spin', 'key', 'apiKey', 'session_id'])
    expect([name, isSecretNumberName(name)]).toEqual([name, false]);
});

describe('secrets in paths', () => {
  it.each([
    ['https://hooks.slack.com/services/T000/B000/XXXXsecret?x=1', 'https://hooks.slack.com/services/?x=1', 'T000/B000/XXXXsecret'],
    ['https://api.telegram.org/bot123:AAsecret/sendMessage', 'https://api.telegram.org/bot/sendMessage', '123:AAsecret'],
    ['https://discord.com/api/webhooks/123/abc-secret', 'https://discord.com/api/webhooks/123/', 'abc-secret'],
    [
      'https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d',
      'https://acme.webhook.office.com/webhookb2/',
      'a@b/IncomingWebhook/c/d',
    ],
  ])('%s', (url, without, secret) => {
    expect(pathSecretsIn(`see ${url}`)).toEqual([secret]);
    expect(withoutPathSecrets(url)).toBe(without);
  });

  it('ignores references and other addresses', () => {
    for (const url of [
      'https://api.telegram.org/bot$Data.token/sendMessage',
      'https://hooks.slack.com/services/${Data.hook}',
      'https://slack.com/services/T0/B0/x',
    ])
      expect(withoutPathSecrets(url)).toBe(url);
  });
});
