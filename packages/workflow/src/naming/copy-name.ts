import { workflowLimits } from '../model/values.ts';

/** Spec WFL-28 (b). */
const COPY_PREFIX = /^\s*copy(\s*\(\d+\))?\s+of(\s+|$)/i;
/** Spec WFL-27, typo kept. */
const NAMELESS = 'Untitiled Workflow';
const TRIES = 100;

/** `Copy Of {name}`, `Copy (n) Of {name}` if taken, `Copy of {name}` after 100 tries (spec WFL-24..28). A long name is cut at its end. */
export function buildCopyName(name: string | null | undefined, existingNames: Iterable<string>): string {
  const taken = new Set(existingNames);
  const base = withoutCopyPrefixes(name ?? '') || NAMELESS;
  for (let n = 0; n < TRIES; n += 1) {
    const candidate = within(n === 0 ? 'Copy Of ' : `Copy (${n}) Of `, base);
    if (!taken.has(candidate)) return candidate;
  }
  return within('Copy of ', base);
}

function within(prefix: string, base: string): string {
  // By whole characters: half of one can't be stored.
  let room = workflowLimits.nameLength - prefix.length;
  let kept = '';
  for (const character of base) {
    room -= character.length;
    if (room < 0) break;
    kept += character;
  }
  return `${prefix}${kept}`.trimEnd();
}

function withoutCopyPrefixes(name: string): string {
  let rest = name;
  while (COPY_PREFIX.test(rest)) rest = rest.replace(COPY_PREFIX, '');
  return rest.trim();
}
