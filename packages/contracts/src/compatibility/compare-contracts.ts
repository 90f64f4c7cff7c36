import type { Access } from '../http/define-calls.ts';
import { compareSchemas, type Difference } from './compare-schemas.ts';
import type { DescribedCall, DescribedContract } from './describe-contract.ts';

export interface CallDifference extends Difference {
  call: string;
}

/** Whom each kind of access allows, besides its namesake. */
const LETS_IN: Record<Access, readonly Access[]> = {
  public: ['public', 'user', 'admin'],
  user: ['user', 'admin'],
  deploy: ['deploy', 'admin'],
  admin: ['admin'],
};
/** Unless a call sets another limit (edge-api/src/http/read-body.ts). */
const DEFAULT_BODY_LIMIT_BYTES = 2_000_000;
const NO_MEMBERS = { type: 'object', properties: {}, additionalProperties: false };

/**
 * The differences that a user of the old contract would notice in the new one: open pages of an older build, areas that were deployed
 * earlier, other people's programs. Additions aren't differences.
 */
export function compareContracts(before: DescribedContract, after: DescribedContract): CallDifference[] {
  return Object.entries(before).flatMap(([call, old]) => {
    const next = Object.hasOwn(after, call) ? after[call] : undefined;
    if (!next) return [{ call, severity: 'break' as const, path: '', message: 'the call is gone' }];
    return compareCalls(old, next).map((difference) => ({ call, ...difference }));
  });
}

function compareCalls(old: DescribedCall, next: DescribedCall): Difference[] {
  const differences: Difference[] = [];
  const breaks = (path: string, message: string) => differences.push({ severity: 'break', path, message });
  if (!LETS_IN[next.access].includes(old.access)) breaks('access', `was ${old.access} and is ${next.access}`);
  if (next.successStatus !== old.successStatus) breaks('status', `was ${old.successStatus} and is ${next.successStatus}`);
  for (const method of old.methods) if (!next.methods.includes(method)) breaks('methods', `${method} is no longer accepted`);
  const [oldLimit, nextLimit] = [old.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES, next.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES];
  if (nextLimit < oldLimit) breaks('body', `may be ${nextLimit} bytes long instead of ${oldLimit}`);
  for (const place of ['params', 'query'] as const) {
    if (place === 'params' && (!old.params || !next.params)) continue;
    differences.push(...compareSchemas('input', old[place] ?? NO_MEMBERS, next[place] ?? NO_MEMBERS, place));
  }
  if (old.body && next.body) differences.push(...compareSchemas('input', old.body, next.body, 'body'));
  // A body that a call no longer reads is harmless; a newly required body isn't.
  if (!old.body && next.body) breaks('body', 'has become required');
  differences.push(...compareSchemas('output', old.response, next.response, 'response'));
  return differences;
}

/** A difference as one line for people. */
export function tellDifference({ call, path, message }: CallDifference): string {
  return `${call}: ${path ? `${path} ` : ''}${message}`;
}
