import { type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

const USUAL_LIMIT = 100;
const MOST_ITEMS = 200;

/** One page of a list. @param view applied only to the page's items: lists may be long */
export function page<Item>(
  { url }: SimulatedCall,
  name: string,
  items: readonly Item[],
  view: (item: Item) => unknown = (item) => item,
): SimulatedResponse {
  const number = (parameter: string, usual: number) => Number(url.searchParams.get(`request.${parameter}`) ?? usual);
  const [RequestedLimit, RequestedOffset] = [number('limit', USUAL_LIMIT), number('offset', 0)];
  if (!(RequestedLimit >= 1 && RequestedLimit <= MOST_ITEMS) || !(RequestedOffset >= 0)) {
    return failed(400, 'InvalidParameter', `Limit must be from 1 to ${MOST_ITEMS}, offset 0 or more.`);
  }
  const shown = items.slice(RequestedOffset, RequestedOffset + RequestedLimit).map(view);
  return toJsonResponse({
    PaginationResponse: { RequestedLimit, RequestedOffset, PageSize: shown.length, TotalResults: items.length },
    [name]: shown,
  });
}

export function failed(status: number, Code: string, Message: string): SimulatedResponse {
  return toJsonResponse({ Error: { Message, Code } }, { status });
}

export function notStaff(): SimulatedResponse {
  return failed(401, 'DeniedAccess', 'Staff identity authentication failed.');
}
