import { BoundedCache } from '@portage/primitives/bounded-cache';
import { MINUTE_MS } from '@portage/primitives/durations';
import { notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { callOutside, textIn } from '../call-outside.ts';
import { notConfigured } from '../not-configured.ts';

const APP = 'The aggregation service';
const DEFAULT_URL = 'https://api.merge.dev/api';
const LIST_MS = 10 * MINUTE_MS;

interface Integration {
  type: string;
  name: string;
  logoUrl: string | null;
}

type Ask = Pick<UserContext, 'env'>;

/** A token that the widget uses to link an account (spec API-118). */
export async function createLinkToken(context: UserContext, category: string, integration: string | null | undefined): Promise<string> {
  const { user } = context;
  const body = await ask(context, 'POST', '/integrations/create-link-token', {
    end_user_origin_id: user.id,
    end_user_organization_name: user.companyName || `${user.firstName} ${user.lastName}`,
    end_user_email_address: user.email,
    categories: [category],
    ...(integration ? { integration } : {}),
  });
  return textIn(APP, body, 'link_token');
}

/** Exchanges the widget's public token for the account token (spec API-119). */
export async function createAccountToken(context: UserContext, publicToken: string): Promise<string> {
  const body = await ask(context, 'GET', `/integrations/account-token/${encodeURIComponent(publicToken)}`);
  return textIn(APP, body, 'account_token');
}

const lists = new BoundedCache<Integration[]>({ maxSize: 100, livesMs: LIST_MS });

/** Spec API-120; cached for ten minutes. Caches values only: a caller must not wait for another request's call (docs/decisions/caches-hold-values.md). */
export async function listIntegrations(context: Ask & { now(): Date }, category: string): Promise<Integration[]> {
  const { env, now } = context;
  const key = `${env.AGGREGATION_API_URL ?? ''} ${category}`;
  const known = lists.get(key, now().getTime());
  if (known) return known;
  const integrations = await readList(context, category);
  lists.set(key, integrations, { nowMs: now().getTime() });
  return integrations;
}

async function readList(context: Ask, category: string): Promise<Integration[]> {
  const body = await ask(context, 'GET', `/integrations?category=${encodeURIComponent(category)}`);
  const list = Array.isArray(body.results) ? body.results : Array.isArray(body.integrations) ? body.integrations : [];
  return list.flatMap((one: Readonly<Record<string, unknown>> | null): Integration[] => {
    const type = one?.slug ?? one?.type;
    if (typeof type !== 'string' || !/^[\w.:-]+$/.test(type)) return [];
    const logo = one?.square_image ?? one?.image ?? one?.logo;
    return [{ type, name: typeof one?.name === 'string' ? one.name : type, logoUrl: typeof logo === 'string' ? logo : null }];
  });
}

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];

/** Spec API-121: only pictures, and only of systems that the service lists. @throws ApiProblem 404 */
export async function integrationLogo(
  context: Ask & { now(): Date },
  category: string,
  type: string,
): Promise<{ contentType: string; bytes: Uint8Array }> {
  const integrations = await listIntegrations(context, category);
  const url = integrations.find((integration) => integration.type === type)?.logoUrl;
  if (!url) throw notFound('This logo');
  const answer = await context.env.EGRESS.send({ method: 'GET', url, headers: { accept: 'image/*' }, body: null });
  const contentType = answer.ok ? (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() : '';
  if (!answer.ok || answer.status !== 200 || !IMAGES.includes(contentType ?? '')) throw notFound('This logo');
  return { contentType: contentType ?? '', bytes: answer.body };
}

function ask({ env }: Ask, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  if (!env.AGGREGATION_API_KEY) throw notConfigured(APP, 'AGGREGATION_API_KEY');
  return callOutside(env.EGRESS, APP, {
    method,
    url: (env.AGGREGATION_API_URL || DEFAULT_URL).replace(/\/+$/, '') + path,
    headers: { authorization: `Bearer ${env.AGGREGATION_API_KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
}
