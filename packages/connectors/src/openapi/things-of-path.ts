import { splitWords } from '../extracted/readable-name.ts';

/** Last parts of paths that name an action, not its subject: `/transactions/get`, `/orders/{id}/cancel`. */
const VERBS: ReadonlySet<string> = new Set(
  (
    'get list create add update edit modify delete remove destroy set unset put patch post search find query lookup fetch retrieve read save upsert ' +
    'batch bulk import export upload download send resend cancel close open reopen start stop pause resume activate deactivate enable disable approve ' +
    'reject confirm capture void archive unarchive restore publish unpublish merge exchange refresh renew rotate invalidate revoke verify validate ' +
    'check sync reset submit complete accept decline move copy clone duplicate count compact simulate evaluate enrich generate preview apply execute ' +
    'run trigger invoke assign unassign attach detach lock unlock subscribe unsubscribe link unlink finalize pay authorize register unregister ' +
    'increment decrement replace migrate release prepare'
  ).split(' '),
);

/** Verbs that also begin longer parts (`fire_webhook`, `listUsers`). Others may begin nouns there: `check-runs`, `open_orders`. */
const STARTING_VERBS: ReadonlySet<string> = new Set(
  'get list create update delete fetch retrieve set reset send cancel enable disable generate simulate fire upsert remove'.split(' '),
);

/** Parts that name the version or a section of an API. */
const NOISE = /^(v?\d+([._]\d+)*|v\d+\w{0,8}|\d{4}-\d{2}(-\d{2})?|api|apis|rest|public|beta|latest|unstable)$/i;

export interface ThingOfPath {
  /** The subject of the path: its last part that is a noun; null if it has none. */
  thing: string | null;
  /** The part right before it, if it narrows the subject: `checkout` of `/checkout/sessions`. */
  namespace: string | null;
  /** The action on it, if the path names one after the subject. */
  verb: string | null;
}

/** The subject of a path. Ignores parameters, verbs, a query, a file extension, versions and the name of a GraphQL operation. */
export function thingOfPath(path: string): ThingOfPath {
  const parts = (path.split(/[#?]/)[0] ?? '').split('/').map((part) => part.replace(/\.(json|xml)$/i, ''));
  let verb: string | null = null;
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = withoutParameters(parts[at] ?? '');
    if (part === '' || NOISE.test(part)) continue;
    const [thing, done] = splitVerb(part);
    verb ??= done;
    if (thing !== null) return { thing, namespace: namespaceBefore(parts[at - 1]), verb };
  }
  // Only verbs and versions: the words of `/listUsers` still contain a subject.
  const last = parts
    .map(withoutParameters)
    .filter((part) => part !== '' && !NOISE.test(part))
    .at(-1);
  const rest = splitWords(last ?? '')
    .slice(1)
    .join(' ');
  return { thing: rest || last || withoutParameters(parts.at(-1) ?? '') || null, namespace: null, verb };
}

function withoutParameters(part: string): string {
  return part.replace(/\{[^{}]*\}/g, '').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** Splits a part into subject and verb: `chat.postMessage` and `messages:send` have both. */
function splitVerb(part: string): [thing: string | null, verb: string | null] {
  const separator = Math.max(part.lastIndexOf('.'), part.lastIndexOf(':'));
  if (separator > 0 && separator < part.length - 1) return [part.slice(0, separator), part.slice(separator + 1)];
  const [first = '', ...more] = splitWords(part).map((word) => word.toLowerCase());
  if (more.length === 0) return VERBS.has(first) ? [null, part] : [part, null];
  return STARTING_VERBS.has(first) ? [null, part] : [part, null];
}

function namespaceBefore(part: string | undefined): string | null {
  if (part === undefined || part.includes('{') || NOISE.test(part)) return null;
  return splitVerb(part)[0] === part ? part : null;
}
