import { createHash, timingSafeEqual } from 'node:crypto';
import { log } from '@portage/contracts/log';

/** Deploy tokens begin with this, so that they differ from sessions and leaks can be found. */
export const DEPLOY_TOKEN_PREFIX = 'pdt_';
const MIN_TOKEN_LENGTH = 32;

export interface DeployToken {
  name: string;
  token: string;
  /** The areas and Workers it may deploy; null: all. */
  names: readonly string[] | null;
}

/**
 * Reads `name:token` and `name:token:area+area`, comma-separated. A name may have several tokens, so that one is
 * replaced without a gap. A malformed entry is good for nothing; the log identifies it by its position, since any part of
 * it may be the token.
 */
export function parseDeployTokens(text: string | undefined): DeployToken[] {
  const entries = (text ?? '').split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).flatMap((entry, index) => {
    const [name = '', token = '', names, ...rest] = entry.split(':').map((part) => part.trim());
    const isToken = token.startsWith(DEPLOY_TOKEN_PREFIX) && token.length >= MIN_TOKEN_LENGTH && /^[\w-]+$/.test(token);
    if (!name || name.length > 60 || name.startsWith(DEPLOY_TOKEN_PREFIX) || !isToken || rest.length > 0 || names === '') {
      log('error', 'An entry of DEPLOY_TOKENS is not usable', { entry: index + 1, isTokenWellFormed: isToken });
      return [];
    }
    return [{ name, token, names: names === undefined ? null : names.split('+') }];
  });
}

/** Finds the token. Compares all of them, by hashes of the same length, so that timing reveals nothing. */
export function findDeployToken(tokens: readonly DeployToken[], presented: string): DeployToken | null {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  const hash = hashOf(presented);
  let found: DeployToken | null = null;
  for (const token of tokens) if (timingSafeEqual(hashOf(token.token), hash)) found = token;
  return found;
}
