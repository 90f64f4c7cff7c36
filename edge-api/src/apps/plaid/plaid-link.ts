import { insertConnector, sealFields } from '@portage/database';
import { auditChange } from '../../audit/record-audit.ts';
import { invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { getSecretBox } from '../../secrets/secret-box-of.ts';
import { type AppType, appType } from '../app-types.ts';
import { callOutside, textIn } from '../call-outside.ts';
import { notConfigured } from '../not-configured.ts';

/** What a linked account gives access to (spec CONN-55). */
const PRODUCTS = ['auth', 'transactions'];
const DEFAULT_ENVIRONMENT = 'sandbox';

/** A token that opens Plaid Link: Plaid no longer accepts bare public keys. */
export async function plaidLinkToken(context: UserContext): Promise<string> {
  const body = await askPlaid(context, await plaidApp(context), '/link/token/create', {
    client_name: 'Portage',
    language: 'en',
    country_codes: ['US'],
    products: PRODUCTS,
    user: { client_user_id: context.user.id },
  });
  return textIn('Plaid', body, 'link_token');
}

/** Spec API-114: exchanges Plaid Link's token for a permanent one and makes it a connector. */
export async function createPlaidConnector(
  context: UserContext,
  { publicToken, name, description }: { publicToken: string; name: string; description?: string | null | undefined },
): Promise<string> {
  if (!name.trim()) throw invalid('Please input connector name', 'name');
  const app = await plaidApp(context);
  const body = await askPlaid(context, app, '/item/public_token/exchange', { public_token: publicToken });
  const accessToken = textIn('Plaid', body, 'access_token');
  const { db, env, newId, now, user } = context;
  const id = newId();
  const secrets = { accessToken, clientSecret: app.clientSecret };
  const itemId = typeof body.item_id === 'string' ? { itemId: body.item_id } : {};
  await insertConnector(
    db,
    user.id,
    {
      id,
      connectorTypeId: app.type.id,
      name: name.trim(),
      description: description?.trim() || null,
      clientId: app.clientId,
      customOptions: itemId,
      useSandbox: isSandbox(context),
      authorizationType: app.type.settings.authorizationType,
      connectedAt: now(),
      createdAt: now(),
      lastUpdatedAt: now(),
    },
    await sealFields(getSecretBox(env), 'connector', id, secrets),
  );
  await auditChange(context, 'connector.created', { connectorId: id, connectorTypeId: app.type.id, name: name.trim() });
  return id;
}

function plaidApp(context: UserContext): Promise<AppType> {
  return appType(context, 'Plaid', context.env.PLAID_CONNECTOR_TYPE_ID || 'system-plaid', { isSandbox: isSandbox(context) });
}

function isSandbox({ env }: UserContext): boolean {
  return (env.PLAID_ENVIRONMENT || DEFAULT_ENVIRONMENT) === 'sandbox';
}

function askPlaid(context: UserContext, app: AppType, path: string, body: object): Promise<Record<string, unknown>> {
  const { env } = context;
  const { baseUrl, sandboxBaseUrl } = app.type.settings;
  const base = env.PLAID_API_URL || (isSandbox(context) ? sandboxBaseUrl : baseUrl);
  if (!base) throw notConfigured('Plaid', 'PLAID_API_URL');
  return callOutside(env.EGRESS, 'Plaid', {
    method: 'POST',
    url: base.replace(/\/+$/, '') + path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: app.clientId, secret: app.clientSecret, ...body }),
  });
}
