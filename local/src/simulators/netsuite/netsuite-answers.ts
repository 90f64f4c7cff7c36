import { Refusal, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

export function toErrorResponse(status: number, code: string, message: string): SimulatedResponse {
  return toJsonResponse(
    {
      type: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15',
      title: TITLES[status] ?? 'Error',
      status,
      'o:errorDetails': [{ detail: message, 'o:errorCode': code }],
    },
    { status },
  );
}

export function netSuiteProblem(status: number, code: string, message: string): Refusal {
  return new Refusal(toErrorResponse(status, code, message));
}

export function invalidContent(message: string): Refusal {
  return netSuiteProblem(400, 'INVALID_CONTENT', message);
}

interface Paging {
  limit: number;
  offset: number;
}

const MOST = 1_000;

/** @throws Refusal */
export function parsePaging({ searchParams }: URL): Paging {
  const [limit, offset] = [Number(searchParams.get('limit') ?? MOST), Number(searchParams.get('offset') ?? 0)];
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw netSuiteProblem(400, 'INVALID_PARAMETER', `Invalid value for the query parameter limit: 1 to ${MOST}.`);
  }
  if (!Number.isInteger(offset) || offset < 0 || offset % limit !== 0) {
    throw netSuiteProblem(400, 'INVALID_PARAMETER', 'Invalid value for the query parameter offset: a multiple of the limit.');
  }
  return { limit, offset };
}

/** One page, with links to the next and previous pages. */
export function buildPageResponse(url: URL, { limit, offset }: Paging, items: readonly object[], totalResults: number): SimulatedResponse {
  const hasMore = offset + items.length < totalResults;
  const link = (rel: string, at: number) => {
    const href = new URL(url.pathname, `https://${url.host}`);
    for (const [name, value] of url.searchParams) href.searchParams.set(name, value);
    href.searchParams.set('limit', String(limit));
    href.searchParams.set('offset', String(at));
    return { rel, href: href.href };
  };
  const links = [
    ...(hasMore ? [link('next', offset + limit), link('last', Math.floor((totalResults - 1) / limit) * limit)] : []),
    ...(offset > 0 ? [link('first', 0), link('previous', Math.max(0, offset - limit))] : []),
    link('self', offset),
  ];
  return toJsonResponse({ links, count: items.length, hasMore, items, offset, totalResults });
}
