import type { Calls } from '@portage/contracts/calls';
import { type FoundSecret, replaceSecrets } from '@portage/workflow';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { invalid } from './api-problem.ts';
import type { DeployContext, RequestContext, SignedInUser, UserContext } from './context.ts';

type AnyContext = RequestContext | UserContext | DeployContext;

const MARK = /(\\*["']?)\[hidden:([\w.-]+)\](\\*["']?)/g;
const WHOLE_MARK = /^\[hidden:([\w.-]+)\]$/;
const SLOT = /\[hidden:#(\d+)\]/g;

/** These calls return short-lived tokens that the page passes to another provider's window; without them no account can be linked. */
const HANDED_ON: ReadonlySet<string> = new Set<keyof Calls>([
  'POST /api/apps/plaid/link-token',
  'POST /api/apps/aggregation-services/create-link-token/{category}',
  'POST /api/apps/aggregation-services/create-account-token/{category}',
]);

/**
 * A response for an admin who acts as another user: each secret is sealed into a mark that only Portage can open
 * (HOSTILE 29). Everybody else gets it unchanged.
 */
export async function hideSecrets(key: string, response: unknown, context: AnyContext): Promise<unknown> {
  const user = impersonated(context);
  if (!user || HANDED_ON.has(key)) return response;
  const { slotted, secrets } = takeOut(response);
  if (secrets.length === 0) return response;
  const box = getSecretBox(context.env);
  const marks = new Map<string, string>();
  for (const secret of new Set(secrets)) {
    marks.set(secret, `[hidden:${await box.sealRepeatably(buildSealContext(user), secret, user.sessionId)}]`);
  }
  return mapTexts(slotted, (text) => text.replace(SLOT, (slot, index) => marks.get(secrets[Number(index)] ?? '') ?? slot));
}

/**
 * What such an admin sends, with the marks replaced by their secrets.
 *
 * @throws ApiProblem 400 for another account's mark, or if the secret would no longer be hidden
 */
export async function withHiddenSecrets(body: unknown, context: AnyContext): Promise<unknown> {
  const user = impersonated(context);
  const json = user ? (JSON.stringify(body) ?? '') : '';
  if (!user || !json.includes('[hidden:')) return body;
  const opened = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [, , sealed = ''] of json.matchAll(MARK)) {
    const secret = opened.get(sealed) ?? (await openMark(sealed, user, context));
    opened.set(sealed, secret);
    counts.set(secret, (counts.get(secret) ?? 0) + 1);
  }
  const restored = mapTexts(body, (text) => restoreText(text, opened));
  for (const secret of takeOut(restored).secrets) counts.set(secret, (counts.get(secret) ?? 0) - 1);
  if ([...counts.values()].some((count) => count > 0)) {
    throw invalid('A hidden value can only stay where it was. Enter the value again, or undo the change.');
  }
  return restored;
}

function impersonated(context: AnyContext): SignedInUser | null {
  return 'user' in context && context.user.impersonatorUserId !== null ? context.user : null;
}

/** A value's secrets as `kind:text`, and the value with their numbers in their place. Secrets may be nested. */
function takeOut(value: unknown): { slotted: unknown; secrets: string[] } {
  const secrets: string[] = [];
  const filled = (text: string) => text.replace(SLOT, (slot, index) => (secrets[Number(index)] ?? slot).replace(/^\w+:/, ''));
  const slotted = replaceSecrets(value, ({ kind, text }) => `[hidden:#${secrets.push(`${kind}:${filled(text)}`) - 1}]`);
  return { slotted, secrets };
}

async function openMark(sealed: string, user: SignedInUser, { env }: AnyContext): Promise<string> {
  try {
    return await getSecretBox(env).open(buildSealContext(user), sealed);
  } catch {
    throw invalid('A hidden value belongs to another account or is no longer valid. Enter the value again, or reload the page.');
  }
}

function restoreText(text: string, opened: ReadonlyMap<string, string>): string | number {
  const whole = parseFoundSecret(opened.get(WHOLE_MARK.exec(text)?.[1] ?? ''));
  if (whole) return whole.kind === 'number' ? Number(whole.text) : whole.text;
  return text.replace(MARK, (mark, before: string, sealed: string, after: string) => {
    const inside = parseFoundSecret(opened.get(sealed));
    if (!inside) return mark;
    return inside.kind === 'number' ? inside.text : before + inside.text + after;
  });
}

function mapTexts(value: unknown, change: (text: string) => string | number): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}

function parseFoundSecret(secret: string | undefined): FoundSecret | null {
  if (secret === undefined) return null;
  const at = secret.indexOf(':');
  return { kind: secret.slice(0, at) as FoundSecret['kind'], text: secret.slice(at + 1) };
}

function buildSealContext({ id }: SignedInUser): string {
  return `hidden-secret:${id}`;
}
