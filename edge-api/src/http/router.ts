import type { ApiKeyUse } from '@portage/contracts/calls';
import { findSqlState, UNIQUE_VIOLATION } from '@portage/database';
import { Router } from 'itty-router/Router';
import { finishResponse, toErrorResponse } from './answers.ts';
import { ApiProblem, conflict, notFound, unauthorized } from './api-problem.ts';
import type { DeployContext, RequestContext, UserContext } from './context.ts';
import type { Route } from './implement.ts';

export interface CallerNeeds {
  access: 'user' | 'admin';
  apiKeyUse: ApiKeyUse;
}

export interface RouterSettings {
  routes: readonly Route[];
  /** Returns the caller of a call that isn't public; throws ApiProblem 401 or 403. */
  authorize(context: RequestContext, needs: CallerNeeds): Promise<UserContext>;
  /** Without it, all deploy calls are refused. */
  authorizeDeployer?(context: RequestContext, needs: Pick<CallerNeeds, 'apiKeyUse'>): Promise<DeployContext>;
  /** Whether the address that was called doesn't serve this route. */
  isWithheld?(context: RequestContext): boolean;
  /** Called for every response to a signed-in caller, before it leaves. */
  afterAnswer?(context: UserContext, route: Route, response: Response): Promise<void>;
}

/**
 * The API as one function. Mounting order doesn't matter: fixed path segments win over parameters.
 *
 * @returns a response for every request; it never throws
 */
export function createRouter({
  routes,
  authorize,
  authorizeDeployer = () => Promise.reject(unauthorized()),
  afterAnswer,
  isWithheld = () => false,
}: RouterSettings): (context: RequestContext) => Promise<Response> {
  const router = Router<Request & { params: Record<string, string> }, [RequestContext]>();
  const answerBy = async (route: Route, params: Record<string, string>, context: RequestContext) => {
    const pathParams = decodeParams(params);
    const { access, apiKeyUse } = route;
    if (access === 'public') return route.answer(context, pathParams);
    if (access === 'deploy') return route.answer(await authorizeDeployer(context, { apiKeyUse }), pathParams);
    const allowed = await authorize(context, { access, apiKeyUse });
    const response = await route.answer(allowed, pathParams).catch(throwRepeated(context));
    await afterAnswer?.(allowed, route, response);
    return response;
  };
  for (const route of [...routes].sort(bySpecificity)) {
    const pattern = route.path.replace(/\{(\w+)\}/g, ':$1');
    for (const method of route.methods) {
      router[method.toLowerCase() as 'get'](pattern, (request, context) => answerBy(route, request.params, context));
    }
  }
  const findBusy = busyRoutes(routes);

  return async (context) => {
    try {
      if (isWithheld(context)) throw notFound('This page');
      const busy = findBusy(context.request.url);
      const answer: Response | undefined = busy
        ? await answerBy(busy.route, busy.params, context)
        : await router.fetch(context.request, context);
      return finishResponse(answer ?? unmatched(context.request, routes), context);
    } catch (error) {
      return finishResponse(toErrorResponse(error, context), context);
    }
  };
}

/** A row that exists already is what an earlier call with the same key made, or made and removed. */
function throwRepeated({ request }: RequestContext): (error: unknown) => never {
  return (error) => {
    const isRepeated = request.headers.has('idempotency-key') && findSqlState(error) === UNIQUE_VIOLATION;
    throw isRepeated ? conflict('already-done', 'This was already done; only its response was lost. Reload the page to see it.') : error;
  };
}

/** `https://host/api/<name>/<value>`, without characters that the router would decode. */
const PLAIN_ADDRESS = /^https?:\/\/[^/?#]+\/api\/([a-z-]+)\/([A-Za-z0-9_-]+)(?:[?#]|$)/;

/**
 * Finds routes of the form `/api/<name>/{value}` that accept every method (webhooks, which arrive by the thousand) with one look at the
 * address. The router would parse the address and try each route before the right one.
 */
function busyRoutes(routes: readonly Route[]): (url: string) => { route: Route; params: Record<string, string> } | null {
  const found = new Map<string, { route: Route; parameter: string }>();
  for (const route of routes) {
    const [, name, parameter] = /^\/api\/([a-z-]+)\/\{(\w+)\}$/.exec(route.path) ?? [];
    if (name === undefined || parameter === undefined || !route.methods.includes('ALL')) continue;
    const isOnlyOne = routes.every(({ path }) => path === route.path || !new RegExp(`^/api/${name}/[^/]+$`).test(path));
    if (isOnlyOne) found.set(name, { route, parameter });
  }
  return (url) => {
    const [, name = '', value = ''] = PLAIN_ADDRESS.exec(url) ?? [];
    const match = found.get(name);
    return match ? { route: match.route, params: { [match.parameter]: value } } : null;
  };
}

/** 405 if another method would match, otherwise 404. */
function unmatched(request: Request, routes: readonly Route[]): never {
  const { pathname } = new URL(request.url);
  const methods = routes.filter(({ path }) => toPattern(path).test(pathname)).flatMap((route) => route.methods);
  if (methods.length === 0) throw notFound('This address');
  const allow = [...new Set(methods)].join(', ');
  // Spec ERR-06: a store has no such operation.
  const entry = { userMessage: 'Not supported', message: `This address accepts ${allow}.`, code: 'method-not-allowed' };
  throw new ApiProblem(405, entry.code, entry.userMessage, { headers: { allow }, entries: [entry] });
}

function toPattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')}/*$`,
  );
}

/** Only paths of the same length can match the same address. But comparing only those wouldn't be a consistent sort order. */
function bySpecificity(a: Route, b: Route): number {
  const [left, right] = [a.path.split('/'), b.path.split('/')];
  if (left.length !== right.length) return left.length - right.length;
  for (let index = 0; index < left.length; index += 1) {
    const difference = Number(left[index]?.startsWith('{')) - Number(right[index]?.startsWith('{'));
    if (difference !== 0) return difference;
  }
  return 0;
}

function decodeParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeParam(value)]));
}

function decodeParam(value: string): string {
  try {
    const decoded = decodeURIComponent(value);
    // PostgreSQL stores no NUL, so no id has one; a query with one would fail.
    if (!decoded.includes('\u0000')) return decoded;
  } catch {
    // A malformed escape.
  }
  throw notFound('This address');
}
