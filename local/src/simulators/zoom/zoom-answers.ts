import { type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

/** A refusal of Zoom: a code in addition to the status. */
export class ZoomProblem extends Error {
  readonly status: number;
  readonly code: number;
  readonly fields: { field: string; message: string }[];
  override readonly name = 'ZoomProblem';

  constructor(status: number, code: number, message: string, fields: { field: string; message: string }[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export function toErrorResponse({
  status,
  code,
  message,
  fields,
}: Pick<ZoomProblem, 'status' | 'code' | 'message' | 'fields'>): SimulatedResponse {
  return toJsonResponse({ code, message, ...(fields.length > 0 ? { errors: fields } : {}) }, { status });
}

export function invalid(field: string, message: string): ZoomProblem {
  return new ZoomProblem(400, 300, 'Validation Failed.', [{ field, message }]);
}

const MOST = 300;
const USUAL = 30;
/** Zoom forgets a page token after this time. */
const TOKEN_LIFE_MS = 15 * 60_000;

/** One page of a list; the next page's token expires after 15 minutes. @throws ZoomProblem */
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
    // Refused below.
  }
  const [offset, ofPath, endsMs] = read;
  if (typeof offset !== 'number' || ofPath !== path || !(Number(endsMs) > nowMs)) {
    throw new ZoomProblem(400, 300, 'The next page token is invalid or expired.');
  }
  return offset;
}
