import { createHash } from 'node:crypto';
import { countAttempt, forgetAttempts, uncountAttempt } from '@portage/database';
import { ApiProblem, rateLimited } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import type { RateLimitRule } from './rules.ts';

/** A rule and whom it counts, such as a caller's address or an account. */
export interface RateLimitSubject {
  rule: RateLimitRule;
  parts: readonly (string | null)[];
}

/**
 * Counts one attempt against every subject, before the work is done, so that simultaneous attempts can't slip through.
 * Rules that count many addresses together come in a second call, after those that count one address: refused attempts from one address
 * must not use up other people's attempts (HOSTILE 25).
 *
 * @throws ApiProblem 429 with the longest wait
 */
export async function limitAttempts({ db, now }: RequestContext, subjects: readonly RateLimitSubject[]): Promise<void> {
  const at = now();
  const counts = await Promise.all(subjects.map((subject) => countAttempt(db, computeSubjectKey(subject), subject.rule.windowMs, at)));
  const waitsMs = counts.flatMap(({ count, windowEndsAt }, index) =>
    count > (subjects[index]?.rule.limit ?? 0) ? [windowEndsAt.getTime() - at.getTime()] : [],
  );
  if (waitsMs.length > 0) throw rateLimited(Math.max(...waitsMs) / 1000);
}

/** Forgives the failures of a person who has proved who they are. */
export async function forgiveAttempts({ db }: RequestContext, subjects: readonly RateLimitSubject[]): Promise<void> {
  await Promise.all(subjects.map((subject) => forgetAttempts(db, computeSubjectKey(subject))));
}

/** Takes this attempt back if it wasn't a failure, and leaves the others: they may have been for other accounts. */
export async function excuseAttempt({ db }: RequestContext, subject: RateLimitSubject): Promise<void> {
  await uncountAttempt(db, computeSubjectKey(subject));
}

/**
 * Runs the work of a counted attempt. An attempt that failed on Portage's side was never judged, so it is undone: people who try
 * again while the system is busy must not be locked out as if they had guessed wrong.
 */
export async function countingOnlyJudged<Value>(
  context: RequestContext,
  subjects: readonly RateLimitSubject[],
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const isJudged = error instanceof ApiProblem && error.status < 500;
    // If the database itself failed, the attempt stays counted.
    if (!isJudged) await Promise.allSettled(subjects.map((subject) => excuseAttempt(context, subject)));
    throw error;
  }
}

/** Under what a subject is counted. It is hashed, so that the table isn't a list of addresses. */
export function computeSubjectKey({ rule, parts }: RateLimitSubject): string {
  const subject = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return `${rule.name}:${subject}`;
}
