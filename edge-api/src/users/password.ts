import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { PASSWORD_COST } from './password-cost.ts';

const KEY_BYTES = 32;
const { logN: LOG_N, blockSize: BLOCK_SIZE, parallelization: PARALLELIZATION } = PASSWORD_COST;

/** A hash that no password has. It is compared if there is no such user, so that both responses take the same time. */
const NOBODYS_HASH = `scrypt$${LOG_N}$${BLOCK_SIZE}$${PARALLELIZATION}$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`;

/**
 * @param password as typed; text that looks the same hashes the same (Unicode NFKC)
 * @returns `scrypt$log2N$r$p$salt$key`, so that hashes with a later cost can coexist
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, LOG_N, BLOCK_SIZE, PARALLELIZATION);
  return ['scrypt', LOG_N, BLOCK_SIZE, PARALLELIZATION, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** @param hash null if there is no such user: takes as long and returns false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [scheme, logN, blockSize, parallelization, salt = '', key = ''] = (hash ?? NOBODYS_HASH).split('$');
  if (scheme !== 'scrypt') throw new Error('A stored password hash has an unknown format');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), Number(logN), Number(blockSize), Number(parallelization));
  return timingSafeEqual(actual, expected) && hash !== null;
}

function derive(password: string, salt: Buffer, logN: number, blockSize: number, parallelization: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r: blockSize, p: parallelization, maxmem: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
