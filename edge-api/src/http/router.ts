import { Router } from 'itty-router/Router';
import { errorAnswer, finishAnswer } from './answers.ts';
import { ApiProblem, notFound } from './api-problem.ts';
import type { RequestContext, UserContext } from './context.ts';
import type { Route } from './implement.ts';

export interface RouterSettings {
  routes: readonly Route[];
  /** Gives the caller of a call that is not public; throws ApiProblem 401 or 403. */
  authorize(context: RequestContext, access: 'user' | 'admin'): Promise<UserContext>;
}

/**
 * The API as one function. Order of mounting does not matter: fixed path segments win over parameters.
 *
 * @returns an answer for every request; it never throws
 */
export function createRouter({ routes, authorize }: RouterSettings): (context: RequestContext) => Promise<Response> {
  const router = Router<Request & { params: Record<string, string> }, [RequestContext]>();
  for (const route of [...routes].sort(bySpecificity)) {
    const pattern = route.path.replace(/\{(\w+)\}/g, ':$1');
    for (const method of route.methods) {
      router[method.toLowerCase() as 'get'](pattern, async (request, context) => {
        const pathParams = decodeParams(request.params);
        const allowed = route.access === 'public' ? context : await authorize(context, route.access);
        return route.answer(allowed, pathParams);
      });
    }
  }

  return async (context) => {
    try {
      const answer: Response | undefined = await router.fetch(context.request as never, context);
      return finishAnswer(answer ?? unmatched(context.request, routes), context.requestId);
    } catch (error) {
      return finishAnswer(errorAnswer(error, context.requestId), context.requestId);
    }
  };
}

/** 405 where another method would have done, else 404. */
function unmatched(request: Request, routes: readonly Route[]): never {
  const { pathname } = new URL(request.url);
  const methods = routes.filter(({ path }) => patternOf(path).test(pathname)).flatMap((route) => route.methods);
  if (methods.length === 0) throw notFound('This address');
  const allow = [...new Set(methods)].join(', ');
  throw new ApiProblem(405, 'method-not-allowed', `This address takes ${allow}.`, { headers: { allow } });
}

function patternOf(path: string): RegExp {
  return new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')}/*$`,
  );
}

function bySpecificity(a: Route, b: Route): number {
  const [left, right] = [a.path.split('/'), b.path.split('/')];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = Number(left[index]?.startsWith('{')) - Number(right[index]?.startsWith('{'));
    if (difference !== 0) return difference;
  }
  return 0;
}

function decodeParams(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw notFound('This address');
  }
}
