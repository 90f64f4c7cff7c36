/** Where a name occurs: a header, a parameter of a query or a form in an address, or a member of data (JSON, form, stored value). */
export type NameLocation = 'header' | 'parameter' | 'member';

/** Endings of a name written without separators, ignoring digits after them: `clientSecret`, `X-API-Key`, `user_password`. */
const ENDING = new RegExp(
  `(?:${[
    '(?:password|passwd|passphrase|passcode|pswd|psw|pwd|secret)s?|credentials?',
    'passwort|kennwort|geheimnis|zugangsdaten|contrasena|motdepasse|wachtwoord|losenord|adgangskode|salasana|jelszo|пароль|密[码碼]|パスワード',
    '(?:access|api|app|auth|bearer|bot|client|csrf|device|id|jwt|login|oauth|personal|private|refresh|reset|security|session|user|webhook|xsrf)tokens?',
    '(?:api|access|account|activation|admin|aes|application|app|auth|authentication|client|consumer|decryption|deploy|encryption)keys?',
    '(?:functions|hmac|integration|licen[cs]e|master|merchant|private|root|rsa|secret|server|service|session|shared|signing|ssh)keys?',
    '(?:subscription|symmetric|webhook|write)keys?|privatekeypem|pass?keys?|keystore|pkcs12',
    '(?:access|auth|authorization|backup|device|login|mfa|onetime|recovery|reset|security|sms|twofactor|unlock|verification)codes?',
    '(?:admin|db|login|proxy|smtp|user)pass|(?:session|sess)id|(?:chip|m|photo|push|sms)tan|git(?:hub|lab)pat',
    '(?:card|bank|security|sim)pin|cardcode|cardverification(?:code|number|value)',
    '(?:credit|debit|payment|bank)?card(?:number|no|num)|(?:credit|debit)card|primaryaccountnumber|social(?:security|insurance)(?:number|no)',
    '(?:connection|conn)str(?:ing)?|(?:db|database|mongo(?:db)?|postgres(?:ql)?|redis|amqp)ur[il]',
    'magiclink|(?:reset|signin|login)link|(?:mnemonic|seed|recovery)(?:phrase|words)|securityanswer|samlresponse',
  ].join('|')})$`,
);
/** Last words that mark a secret by themselves, everywhere. */
const WORD = new Set([
  ...['assertion', 'authorization', 'auth', 'bearer', 'cookie', 'credential', 'csc', 'csrf', 'cvc', 'cvn', 'cvv', 'dsn', 'haslo'],
  ...['hasło', 'heslo', 'hmac', 'jws', 'jwt', 'jwts', 'mnemonic', 'otp', 'passkey', 'pin', 'puk', 'senha', 'sig', 'signature', 'ssn'],
  ...['token', 'tokens', 'totp', 'xsrf'],
]);
/** A code that a word after it only describes: `pin_code`, `cc_number`. The single word `pincode` is a postal code in India. */
const SHORT_CODE = new Set(['cc', 'csc', 'cvc', 'cvn', 'cvv', 'mfa', 'otp', 'pan', 'pin', 'puk', 'ssn', 'totp']);
const OF_CODE = new Set(['code', 'no', 'num', 'number']);
/** Last words that change nothing about what the words before them name: `password_new`, `tokenValue`, `Auth-Header`. */
const DESCRIBING = new Set([
  ...['again', 'confirm', 'confirmation', 'current', 'digest', 'encoded', 'encrypted', 'hash', 'hashed', 'header', 'new', 'old', 'plain'],
  ...['raw', 'repeat', 'value'],
]);
/** The last words of codes that are also written as numbers; numbers under other names of secrets, such as `tokens`, are mere counts. */
const NUMBER =
  /\b(?:csc|cvc|cvn|cvv|otp|pan|pin|puk|ssn|totp)$|\b(?:cc|csc|cvc|cvn|cvv|mfa|otp|pan|pin|puk|ssn|totp)\d* (?:code|no|num|number)$|(?:password|passcode|pin|cardcode|(?:access|security|sms|verification|recovery|onetime|login|mfa|unlock)code|cardnumber|cardno|socialsecuritynumber)$/;
/** Only in a header and in an address; in data a `key` belongs to a pair, and a `pass` to a visitor. */
const WORD_OF_CALL = new Set(['authentication', 'dpop', 'key', 'pan', 'pass', 'session', 'sid', 'tan']);
/** A word before the last one that makes the name ordinary: `nextPageToken`, `Idempotency-Key`, `sort_key`. */
const ORDINARY = {
  token: new Set(['continuation', 'cursor', 'next', 'page', 'sync']),
  key: new Set([
    'cache',
    'foreign',
    'group',
    'idempotency',
    'natural',
    'order',
    'partition',
    'primary',
    'public',
    'routing',
    'row',
    'sort',
    'websocket',
  ]),
  signature: new Set(['email', 'html', 'mail']),
} as const satisfies Record<string, ReadonlySet<string>>;
/** Names that are secret only in one place and with that spelling: `?code=` of an authorization, a Set-Cookie header. */
const WHOLE: Record<NameLocation, ReadonlySet<string>> = {
  header: new Set(['setcookie', 'xamznoidcdata', 'xclientcert', 'xforwardedclientcert', 'xsslclientcert']),
  parameter: new Set(['code', 'codeverifier', 'oauthverifier']),
  member: new Set(['pan', 'pass', 'codeverifier']),
};

const CACHED_NAMES = 5_000;
const cache = new Map<string, boolean>();

/**
 * Whether the value under this name is most likely a secret. Records of runs and sharing use the same list; it compares the parts of a
 * name, so that `authorName`, `postalCode`, `keyboard` and `tokenCount` stay readable.
 */
export function isSecretName(name: string, place: NameLocation): boolean {
  const key = `${place} ${name}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const isSecret = decide(name, place);
  if (cache.size >= CACHED_NAMES) cache.clear();
  if (name.length <= 200) cache.set(key, isSecret);
  return isSecret;
}

/** Whether a number under this name is most likely a secret: a PIN, a card's check value, a one-time code. */
export function isSecretNumberName(name: string): boolean {
  if (!isSecretName(name, 'member')) return false;
  const words = splitWords(name);
  while (words.length > 1 && DESCRIBING.has(words.at(-1) ?? '')) words.pop();
  return NUMBER.test(words.join(' ')) || NUMBER.test(words.join(''));
}

function decide(name: string, place: NameLocation): boolean {
  const words = splitWords(name);
  const plain = words.join('');
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (WHOLE[place].has(plain)) return true;
  if (isOrdinary(last, before)) return false;
  if (ENDING.test(plain) || WORD.has(last) || (SHORT_CODE.has(withoutDigits(before)) && OF_CODE.has(last))) return true;
  if (DESCRIBING.has(last) && words.length > 1) return isSecretName(words.slice(0, -1).join(' '), 'member');
  return place !== 'member' && WORD_OF_CALL.has(last);
}

function isOrdinary(last: string, before: string): boolean {
  const word = last === 'tokens' ? 'token' : last;
  return Object.hasOwn(ORDINARY, word) && ORDINARY[word as keyof typeof ORDINARY].has(before);
}

/** Lower-case words of `clientSecret`, `CLIENT_SECRET`, `X-Hub-Signature-256`, `contraseña`, without accents and trailing numbers. */
function splitWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  while (/^(?:ed|sha|v)?\d+$/.test(words.at(-1) ?? '')) words.pop();
  const last = words.pop();
  return last === undefined ? [] : [...words, withoutDigits(last)];
}

function withoutDigits(word: string): string {
  return word.replace(/\d+$/, '');
}
