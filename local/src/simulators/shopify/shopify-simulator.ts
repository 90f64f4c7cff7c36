import { type ExecutionResult, execute, Kind, type OperationDefinitionNode } from 'graphql';
import { callRate } from '../call-rate.ts';
import { appByClient, clientApps } from '../client-apps.ts';
import { graphQlDocuments } from '../query/graphql-documents.ts';
import { authorizationCodes } from '../sign-in/authorization-codes.ts';
import { parseForm, parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { MOST_ITEMS } from './connection.ts';
import { openShop } from './open-shop.ts';
import { actualCost, requestedCost } from './query-cost.ts';
import type { Shop } from './shop.ts';
import { shopEntities } from './shop-entities.ts';
import { type ShopCaller, shopResolvers } from './shop-resolvers.ts';
import { shopSchema } from './shop-schema.ts';
import { shopSignIn } from './shop-sign-in.ts';

export interface ShopifySettings {
  domain?: string;
  maximumAvailable?: number;
  restoreRate?: number;
}

/** Shopify's GraphQL Admin API for a small shop: Relay paging, cost points that end in a 200 with THROTTLED, refusals as `userErrors`. */
export function createShopifySimulator(ports: SimulatorPorts, settings: ShopifySettings = {}): OpenSystem & { shop: Shop } {
  const { domain = 'portage-demo.myshopify.com', maximumAvailable = 2_000, restoreRate = 100 } = settings;
  const shop = openShop(domain, ports);
  const rootValue = shopResolvers(shop);
  const documentOf = graphQlDocuments(shopSchema);
  /** Mutations' results by their idempotency keys. */
  const done = ports.store.records<{ key: string; result: ExecutionResult }>('idempotent-answers', ({ key }) => key);
  const codes = authorizationCodes(ports);
  const rate = callRate({ burst: maximumAvailable, perSecond: restoreRate }, ports);
  const throttleStatus = () => ({ maximumAvailable, currentlyAvailable: rate.left(), restoreRate });

  async function answerQuery(body: string, caller: ShopCaller): Promise<SimulatedResponse> {
    const asked = parseJsonObject(body);
    if (typeof asked?.query !== 'string')
      return toJsonResponse({ errors: { query: 'Required parameter missing or invalid' } }, { status: 400 });
    const variables = (asked.variables ?? {}) as Record<string, unknown>;
    const document = documentOf(asked.query);
    if (!('definitions' in document)) return toJsonResponse({ errors: document.map((error) => error.toJSON()) });
    const operation = document.definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION);
    if (!operation) return toJsonResponse({ errors: [{ message: 'No operation was given' }] });
    const longest = longestList(variables);
    if (longest > MOST_ITEMS)
      return refused('MAX_INPUT_SIZE_EXCEEDED', `The input array size of ${longest} is greater than the maximum allowed of ${MOST_ITEMS}.`);
    const requestedQueryCost = requestedCost(shopSchema, operation, variables);
    if (requestedQueryCost > maximumAvailable) {
      return refused(
        'MAX_COST_EXCEEDED',
        `Query cost is ${requestedQueryCost}, which exceeds the single query max cost limit (${maximumAvailable}).`,
      );
    }
    if (rate.take(requestedQueryCost) > 0) {
      const cost = { requestedQueryCost, actualQueryCost: null, throttleStatus: throttleStatus() };
      return toJsonResponse({ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: { cost } });
    }
    const key = idempotencyKey(operation, variables);
    const result =
      (key === null ? undefined : done.get(key)?.result) ??
      (await execute({ schema: shopSchema, document, rootValue, variableValues: variables, contextValue: caller }));
    if (key !== null) done.put({ key, result });
    const actualQueryCost = Math.min(requestedQueryCost, actualCost(result.data, operation));
    rate.giveBack(requestedQueryCost - actualQueryCost);
    return toJsonResponse({ ...result, extensions: { cost: { requestedQueryCost, actualQueryCost, throttleStatus: throttleStatus() } } });
  }

  /** Exchanges a code, or only the app's own credentials, for the shop's token. */
  function giveToken(call: SimulatedCall): SimulatedResponse {
    const form = parseForm(call);
    const app = appByClient(form.get('client_id'), form.get('client_secret'));
    if (!app) return toJsonResponse({ error: 'invalid_client', error_description: 'The client is not known.' }, { status: 401 });
    const isAllowed = form.get('grant_type') === 'client_credentials' || codes.take(form, { asksRedirectUri: false });
    if (!isAllowed)
      return toJsonResponse({ error: 'invalid_request', error_description: 'The authorization code is not valid.' }, { status: 400 });
    return toJsonResponse({ access_token: app.accessToken, scope: 'read_products,write_products,read_orders,write_orders' });
  }

  return {
    shop,
    entities: shopEntities(shop),
    signIn: shopSignIn(domain, codes, ports.now),
    isWrite: ({ method, body }) => method === 'POST' && /\bmutation\b/.test(String(parseJsonObject(body)?.query ?? '')),
    async answer(call) {
      const { method, url, header, body } = call;
      if (url.hostname !== domain) return toJsonResponse({ errors: 'Not Found' }, { status: 404 });
      if (method === 'POST' && url.pathname === '/admin/oauth/access_token') return giveToken(call);
      const app = clientApps.find(({ accessToken }) => accessToken === header('x-shopify-access-token'));
      if (!app) {
        const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
        return toJsonResponse({ errors }, { status: 401 });
      }
      const isGraphQl = method === 'POST' && /^\/admin\/api\/20\d\d-(01|04|07|10)\/graphql\.json$/.test(url.pathname);
      return isGraphQl ? answerQuery(body, { appSecret: app.clientSecret }) : toJsonResponse({ errors: 'Not Found' }, { status: 404 });
    },
  };
}

/** The value of `@idempotent` on the first field with that directive. */
function idempotencyKey({ selectionSet }: OperationDefinitionNode, variables: Readonly<Record<string, unknown>>): string | null {
  const directives = selectionSet.selections.flatMap(({ directives: own = [] }) => own).filter(({ name }) => name.value === 'idempotent');
  const value = directives[0]?.arguments?.find(({ name }) => name.value === 'key')?.value;
  if (!value) return null;
  return value.kind === Kind.VARIABLE ? String(variables[value.name.value]) : value.kind === Kind.STRING ? value.value : null;
}

function refused(code: string, message: string): SimulatedResponse {
  return toJsonResponse({ errors: [{ message, extensions: { code } }] });
}

function longestList(value: unknown): number {
  if (Array.isArray(value)) return Math.max(value.length, ...value.map(longestList));
  return typeof value === 'object' && value !== null ? Math.max(0, ...Object.values(value).map(longestList)) : 0;
}
