import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { jsonAnswer, parseJsonObject, type SimulatedAnswer, type SimulatedSystem, type SimulatorPorts } from '../simulated-call.ts';
import { MOST_ITEMS } from './connection.ts';
import { createCostBucket } from './cost-bucket.ts';
import { actualCost, requestedCost } from './query-cost.ts';
import { openShop, type Shop } from './shop.ts';
import { shopResolvers } from './shop-resolvers.ts';
import { shopSchema } from './shop-schema.ts';

export interface ShopifySettings {
  /** Taken from `X-Shopify-Access-Token`. */
  accessToken: string;
  domain?: string;
  maximumAvailable?: number;
  restoreRate?: number;
}

/**
 * Shopify's GraphQL Admin API over a small shop: Relay paging, a bucket of cost points whose end is a 200 that says THROTTLED, and
 * `userErrors` where a mutation is refused.
 */
export function createShopifySimulator(settings: ShopifySettings, ports: SimulatorPorts): { system: SimulatedSystem; shop: Shop } {
  const { accessToken, domain = 'portage-demo.myshopify.com', maximumAvailable = 2_000, restoreRate = 100 } = settings;
  const shop = openShop(domain, ports);
  const rootValue = shopResolvers(shop);
  /** Answers of mutations by their idempotency keys. */
  const done = new Map<string, ExecutionResult>();
  const bucket = createCostBucket({ maximumAvailable, restoreRate }, ports.now);

  async function answerQuery(body: string): Promise<SimulatedAnswer> {
    const asked = parseJsonObject(body);
    if (typeof asked?.query !== 'string')
      return jsonAnswer({ errors: { query: 'Required parameter missing or invalid' } }, { status: 400 });
    const variables = (asked.variables ?? {}) as Record<string, unknown>;
    const document = parsed(asked.query);
    if (document instanceof GraphQLError) return jsonAnswer({ errors: [document.toJSON()] });
    const errors = validate(shopSchema, document);
    if (errors.length > 0) return jsonAnswer({ errors: errors.map((error) => error.toJSON()) });
    const operation = document.definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION);
    if (!operation) return jsonAnswer({ errors: [{ message: 'No operation was given' }] });
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
    if (!bucket.take(requestedQueryCost)) {
      const cost = { requestedQueryCost, actualQueryCost: null, throttleStatus: bucket.status() };
      return jsonAnswer({ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: { cost } });
    }
    const key = idempotencyKey(operation, variables);
    const result =
      (key === null ? undefined : done.get(key)) ?? (await execute({ schema: shopSchema, document, rootValue, variableValues: variables }));
    if (key !== null) done.set(key, result);
    const actualQueryCost = Math.min(requestedQueryCost, actualCost(result.data, operation));
    bucket.giveBack(requestedQueryCost - actualQueryCost);
    return jsonAnswer({ ...result, extensions: { cost: { requestedQueryCost, actualQueryCost, throttleStatus: bucket.status() } } });
  }

  return {
    shop,
    async system({ method, url, header, body }) {
      if (header('x-shopify-access-token') !== accessToken) {
        const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
        return jsonAnswer({ errors }, { status: 401 });
      }
      const isGraphQl = method === 'POST' && /^\/admin\/api\/20\d\d-(01|04|07|10)\/graphql\.json$/.test(url.pathname);
      return isGraphQl ? answerQuery(body) : jsonAnswer({ errors: 'Not Found' }, { status: 404 });
    },
  };
}

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    return error instanceof GraphQLError ? error : new GraphQLError('The query cannot be read');
  }
}

/** What `@idempotent` says of the first field that has it. */
function idempotencyKey({ selectionSet }: OperationDefinitionNode, variables: Readonly<Record<string, unknown>>): string | null {
  const directives = selectionSet.selections.flatMap(({ directives: own = [] }) => own).filter(({ name }) => name.value === 'idempotent');
  const value = directives[0]?.arguments?.find(({ name }) => name.value === 'key')?.value;
  if (!value) return null;
  return value.kind === Kind.VARIABLE ? String(variables[value.name.value]) : value.kind === Kind.STRING ? value.value : null;
}

function refused(code: string, message: string): SimulatedAnswer {
  return jsonAnswer({ errors: [{ message, extensions: { code } }] });
}

function longestList(value: unknown): number {
  if (Array.isArray(value)) return Math.max(value.length, ...value.map(longestList));
  return typeof value === 'object' && value !== null ? Math.max(0, ...Object.values(value).map(longestList)) : 0;
}
