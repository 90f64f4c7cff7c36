import { matchSegments, pathPattern, splitPath } from './documented/match-path.ts';
import { parseJsonObject, Refusal, type SimulatedCall, type SimulatedResponse } from './simulated-call.ts';

export interface RoutedCall {
  /** The address's `{id}` and `{part}`; an empty text if it has none. */
  id: string;
  part: string;
  query: URLSearchParams;
  /** Empty if the body isn't a JSON object. */
  body: Record<string, unknown>;
  call: SimulatedCall;
}

/** Handlers may throw a Refusal. */
export type Routes = Readonly<Record<string, (call: RoutedCall) => SimulatedResponse>>;

/**
 * A system's own rules by method and address: `{ 'GET /users/{id}': ({ id }) => … }`. The first route that matches wins.
 *
 * @returns a function whose result is null for a call without a route
 */
export function openRoutes(routes: Routes): (call: SimulatedCall, path?: string) => SimulatedResponse | null {
  const patterns = Object.entries(routes).map(([route, handle]) => {
    const [method, path = ''] = route.split(' ');
    return { method, pattern: pathPattern(path), handle };
  });
  return (call, path = call.url.pathname) => {
    const segments = splitPath(path);
    for (const { method, pattern, handle } of patterns) {
      const values = method === call.method ? matchSegments(pattern, segments) : null;
      if (!values) continue;
      const { id = '', part = '' } = values;
      try {
        return handle({ id, part, query: call.url.searchParams, body: parseJsonObject(call.body) ?? {}, call });
      } catch (error) {
        if (error instanceof Refusal) return error.answer;
        throw error;
      }
    }
    return null;
  };
}
