import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_KEY_PREFIX } from '@portage/contracts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 256 bits take 43 digits of base 62, a CRC-32 takes 6. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const FORM = new RegExp(`^${API_KEY_PREFIX}([0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`);

/** A new key: the prefix, 256 random bits, and a checksum that lets typo checks and secret scanners recognize a key. */
export function makeApiKeyText(): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS);
  return API_KEY_PREFIX + secret + computeChecksum(secret);
}

/** Whether a text has a key's form and checksum, not whether the key exists. */
export function isWholeApiKey(text: string): boolean {
  const [, secret, checksum] = FORM.exec(text) ?? [];
  return secret !== undefined && computeChecksum(secret) === checksum;
}

function computeChecksum(secret: string): string {
  return base62(BigInt(crc32(secret)), CHECKSUM_DIGITS);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}
