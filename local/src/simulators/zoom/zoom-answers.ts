import { Refusal, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

type WrongField = { field: string; message: string };

/** A refusal of Zoom: a code in addition to the status. */
export function toErrorResponse(status: number, code: number, message: string, errors: WrongField[] = []): SimulatedResponse {
  return toJsonResponse({ code, message, ...(errors.length > 0 ? { errors } : {}) }, { status });
}

export function zoomProblem(...refusal: Parameters<typeof toErrorResponse>): Refusal {
  return new Refusal(toErrorResponse(...refusal));
}

export function invalid(field: string, message: string): Refusal {
  return zoomProblem(400, 300, 'Validation Failed.', [{ field, message }]);
}

const MOST = 300;
const USUAL = 30;
/** Zoom forgets a page token after this time. */
const TOKEN_LIFE_MS = 15 * 60_000;

/** One page of a list; the next page's token expires after 15 minutes. @throws Refusal */
export function buildPageResponse<Item>(
  url: URL,
  name: string,
  items: readonly Item[],
  view: (item: Item) => object,
  nowMs: number,
): SimulatedResponse {
  const page_size = Number(url.searchParams.get('page_size') ?? USUAL);
  if (!Number.isInteger(page_size) || page_size < 1 || page_size > MOST) throw invalid('page_size', `Value must be from 1 to ${MOST}.`);
  const token = url.searchParams.get('next_page_token') ?? '';
  const from = token === '' ? 0 : decodePageToken(token, url.pathname, nowMs);
  const shown = items.slice(from, from + page_size);
  const to = from + shown.length;
  const next_page_token = to < items.length ? encodePageToken(to, url.pathname, nowMs + TOKEN_LIFE_MS) : '';
  return toJsonResponse({ next_page_token, page_size, total_records: items.length, [name]: shown.map(view) });
}

function encodePageToken(offset: number, path: string, endsMs: number): string {
  return Buffer.from(JSON.stringify([offset, path, endsMs])).toString('base64url');
}

function decodePageToken(token: string, path: string, nowMs: number): number {
  let read: unknown[] = [];
  try {
    read = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as unknown[];
  } catch {
    // An unreadable token is refused below.
  }
  const [offset, ofPath, endsMs] = read;
  if (typeof offset !== 'number' || ofPath !== path || !(Number(endsMs) > nowMs)) {
    throw zoomProblem(400, 300, 'The next page token is invalid or expired.');
  }
  return offset;
}
