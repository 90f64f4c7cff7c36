import { decodeCursor, encodeCursor } from '../page-of.ts';
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
  const [offset = '0', endsMs = '0'] = decodeCursor(token)?.id.split(' ') ?? [];
  const isValid = token === '' || (decodeCursor(token)?.key === url.pathname && Number(endsMs) > nowMs);
  if (!isValid) throw zoomProblem(400, 300, 'The next page token is invalid or expired.');
  const to = Number(offset) + page_size;
  const next_page_token = to < items.length ? encodeCursor({ key: url.pathname, id: `${to} ${nowMs + TOKEN_LIFE_MS}` }) : '';
  const shown = items.slice(Number(offset), to).map(view);
  return toJsonResponse({ next_page_token, page_size, total_records: items.length, [name]: shown });
}
