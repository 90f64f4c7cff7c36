import type { HashName, HashRequest } from '../../services/hash-service.ts';
import { ask, bytesOfBinary, bytesOfSource, toBinary } from './host.ts';

const HASHES: readonly HashName[] = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
const MOST_RANDOM_BYTES = 65_536;

type Algorithm = unknown;

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

function readAlgorithmName(algorithm: Algorithm): string {
  const name = typeof algorithm === 'object' && algorithm !== null ? (algorithm as { name?: unknown }).name : algorithm;
  return String(name).toUpperCase();
}

function resolveHashName(algorithm: Algorithm): HashName {
  const found = HASHES.find((hash) => hash === readAlgorithmName(algorithm));
  if (found === undefined) throw named('NotSupportedError', `The algorithm is not one of ${HASHES.join(', ')}.`);
  return found;
}

function computeDigest(request: HashRequest): ArrayBuffer {
  return bytesOfBinary(ask<string>('hash', request)).buffer;
}

/** A key for HMAC. Its bytes can't be read from outside. */
class CryptoKey {
  readonly type = 'secret';
  readonly algorithm: { name: 'HMAC'; hash: { name: HashName }; length: number };
  readonly extractable = false;
  readonly usages: readonly string[];
  readonly #bytes: string;

  constructor(bytes: string, hash: HashName, usages: readonly string[]) {
    this.#bytes = bytes;
    this.algorithm = { name: 'HMAC', hash: { name: hash }, length: bytes.length * 8 };
    this.usages = usages;
  }

  static sign(key: CryptoKey, data: Uint8Array): ArrayBuffer {
    return computeDigest({ hash: key.algorithm.hash.name, data: toBinary(data), key: key.#bytes });
  }
}
const { sign: signWith } = CryptoKey;
Reflect.deleteProperty(CryptoKey, 'sign');

function hmacKey(algorithm: Algorithm, key: unknown, usage: string): CryptoKey {
  if (readAlgorithmName(algorithm) !== 'HMAC') throw named('NotSupportedError', 'Only HMAC signs and verifies here.');
  if (!(key instanceof CryptoKey)) throw new TypeError('The key is not one that importKey made.');
  if (!key.usages.includes(usage)) throw named('InvalidAccessError', `The key is not for "${usage}".`);
  return key;
}

const subtle = {
  async digest(algorithm: Algorithm, data: unknown): Promise<ArrayBuffer> {
    return computeDigest({ hash: resolveHashName(algorithm), data: toBinary(bytesOfSource(data)) });
  },

  async importKey(format: unknown, data: unknown, algorithm: Algorithm, _extractable?: unknown, usages: unknown = []): Promise<CryptoKey> {
    if (format !== 'raw' || readAlgorithmName(algorithm) !== 'HMAC')
      throw named('NotSupportedError', 'Only raw keys for HMAC can be imported here.');
    const bytes = bytesOfSource(data);
    if (bytes.length === 0) throw named('DataError', 'The key is empty.');
    return new CryptoKey(toBinary(bytes), resolveHashName((algorithm as { hash?: unknown }).hash), [...(usages as Iterable<string>)]);
  },

  async sign(algorithm: Algorithm, key: unknown, data: unknown): Promise<ArrayBuffer> {
    return signWith(hmacKey(algorithm, key, 'sign'), bytesOfSource(data));
  },

  async verify(algorithm: Algorithm, key: unknown, signature: unknown, data: unknown): Promise<boolean> {
    const expected = new Uint8Array(signWith(hmacKey(algorithm, key, 'verify'), bytesOfSource(data)));
    const found = bytesOfSource(signature);
    let difference = expected.length ^ found.length;
    for (let at = 0; at < expected.length; at += 1) difference |= (expected[at] ?? 0) ^ (found[at] ?? 0);
    return difference === 0;
  },
};

export const crypto = {
  subtle,

  randomUUID(): string {
    return ask<string>('random', { uuid: true });
  },

  getRandomValues<T>(target: T): T {
    const bytes = bytesOfSource(target);
    if (bytes.length > MOST_RANDOM_BYTES) throw named('QuotaExceededError', `At most ${MOST_RANDOM_BYTES} random bytes are made at once.`);
    bytes.set(bytesOfBinary(ask<string>('random', { bytes: bytes.length })));
    return target;
  },
};
