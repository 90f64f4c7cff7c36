import type { Access, CallDeclaration, CallDeclarations, Effect, HandlerResult, HttpMethod, ParsedInput } from '@portage/contracts';
import { type ApiKeyUse, confirmedCalls, getApiKeyUse } from '@portage/contracts/calls';
import { z } from 'zod';
import { createJsonResponse } from './answers.ts';
import type { AccessOf, ContextFor, DeployContext, RequestContext, UserContext } from './context.ts';
import { hideSecrets, withHiddenSecrets } from './hide-secrets.ts';
import { parseInput, parseQuery } from './parse-input.ts';
import { readJson, refuseBody } from './read-body.ts';
import { requireConfirmed } from './require-confirmed.ts';

/** One function per declared call; `(input, context)`, with the input already parsed and the caller already authorized. */
export type Handlers<Calls extends CallDeclarations> = {
  [Key in keyof Calls & string]: (
    input: ParsedInput<Calls, Key>,
    context: ContextFor<AccessOf<Calls, Key>>,
  ) => Promise<HandlerResult<Calls, Key>> | HandlerResult<Calls, Key>;
};

export interface Route {
  methods: readonly (HttpMethod | 'HEAD' | 'ALL')[];
  /** `/api/users/{id}` */
  path: string;
  access: Access;
  effect: Effect;
  /** Which API keys may call; every route follows the same rule. */
  apiKeyUse: ApiKeyUse;
  answer(context: RequestContext | UserContext | DeployContext, pathParams: Record<string, string>): Promise<Response>;
}

const NO_QUERY = z.strictObject({});
const needingConfirmation: ReadonlySet<string> = new Set(confirmedCalls);

/**
 * Connects declarations with their handlers: parses, runs, checks and writes the response. The router decides who may call
 * before `answer` runs, so that an unauthorized caller learns nothing about the call's fields.
 *
 * @returns routes for `createRouter`
 */
export function implement<const Calls extends CallDeclarations>(calls: Calls, handlers: Handlers<Calls>): Route[] {
  return Object.entries<CallDeclaration>(calls).map(([key, declaration]) => {
    const [method, path] = key.split(' ') as [HttpMethod, string];
    const handler = handlers[key as keyof Calls & string] as unknown as (input: unknown, context: RequestContext) => unknown;
    return {
      methods: [method, ...(declaration.alsoMethods ?? [])],
      path,
      access: declaration.access,
      effect: declaration.effect,
      apiKeyUse: getApiKeyUse(key, declaration),
      async answer(context, pathParams) {
        if (needingConfirmation.has(key)) requireConfirmed((context as UserContext).user);
        const input = {
          params: parseInput(declaration.params ?? defaultParams(path), pathParams),
          query: parseQuery(declaration.query ?? NO_QUERY, context.request),
          body: declaration.body
            ? parseInput(declaration.body, await withHiddenSecrets(await readJson(context.request, declaration.bodyLimitBytes), context))
            : await refuseBody(context.request),
        };
        const result = await handler(input, context);
        const response = await hideSecrets(key, checkedResponse(key, declaration, result), context);
        return createJsonResponse(context, response, declaration.successStatus ?? 200, context.answer.headers);
      },
    };
  });
}

/** A raw route's own declaration; without `query` it accepts none. `any`: the content belongs to the sender. */
interface RawDeclaration<RouteAccess extends Access, Query extends z.ZodObject> {
  access: RouteAccess;
  effect: Effect;
  query?: Query | 'any';
}

/** A route that reads its body and responds in its own way (webhooks, WebSocket upgrades, files). Read-only routes accept no body. */
export function rawRoute<RouteAccess extends Access, Query extends z.ZodObject = typeof NO_QUERY>(
  methods: readonly (HttpMethod | 'HEAD' | 'ALL')[],
  path: string,
  { access, effect, query }: RawDeclaration<RouteAccess, Query>,
  answer: (context: ContextFor<RouteAccess>, pathParams: Record<string, string>, query: z.output<Query>) => Promise<Response>,
): Route {
  const apiKeyUse = getApiKeyUse(`${methods[0]} ${path}`, { access, effect });
  const takesBody = methods.some((method) => method !== 'GET' && method !== 'HEAD');
  const checkedAnswer: Route['answer'] = async (context, pathParams) => {
    const parsed = query === 'any' ? {} : parseQuery(query ?? NO_QUERY, context.request);
    if (!takesBody) await refuseBody(context.request);
    return answer(context as ContextFor<RouteAccess>, pathParams, parsed as z.output<Query>);
  };
  return { methods, path, access, effect, apiKeyUse, answer: checkedAnswer };
}

/** Every path parameter is a text of 1 to 200 characters unless the call declares more. */
export function defaultParams(path: string): z.ZodObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return z.strictObject(Object.fromEntries(names.map((name) => [name, z.string().min(1).max(200)])));
}

/** Members that the contract doesn't name are never sent; a response that breaks it is our fault, not the caller's. */
function checkedResponse(key: string, declaration: CallDeclaration, result: unknown): unknown {
  const checked = declaration.response.safeParse(result);
  if (checked.success) return checked.data;
  throw new Error(`The response of ${key} breaks its contract: ${z.prettifyError(checked.error)}`);
}
