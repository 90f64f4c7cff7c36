import type { StepValues } from '@portage/workflow';
import type { ResponseData } from './step-views.ts';

type ResponseMembers = Omit<ResponseData, 'attributes'>;

export interface SeenResponse {
  response?: { [Member in keyof ResponseMembers]?: ResponseMembers[Member] | undefined } | undefined;
  error?: string | undefined;
}

/** What later steps got from a step, reconstructed from what people see of it; both leave out secrets. */
export function responseValues({ response, error }: SeenResponse): StepValues {
  const { body, responseHttpStatusCode, headers, headerLists, isBase64, itemsPath } = response ?? {};
  return {
    ...(body === undefined ? {} : { Response: body }),
    ...(responseHttpStatusCode === undefined ? {} : { ResponseHttpStatusCode: responseHttpStatusCode }),
    ...(headers === undefined ? {} : { ResponseHeaders: { ...headers, ...headerLists } }),
    ...(isBase64 ? { ResponseIsBase64: isBase64 } : {}),
    ...(itemsPath === undefined ? {} : { ResponseItemsPath: itemsPath }),
    ...(error === undefined ? {} : { Error: error }),
  };
}

/** What people see of the response that a step passed to later steps; undefined: none. */
export function responseData(values: StepValues): ResponseData | undefined {
  const { Response, ResponseHttpStatusCode: status, ResponseHeaders, ResponseIsBase64, ResponseItemsPath } = values;
  if (Response === undefined && status === undefined) return undefined;
  const headers = isHeaders(ResponseHeaders) ? Object.entries(ResponseHeaders) : null;
  const lists = headers?.filter((header): header is [string, string[]] => typeof header[1] !== 'string') ?? [];
  return {
    ...(typeof status === 'number' ? { responseHttpStatusCode: status } : {}),
    body: Response,
    ...(headers ? { headers: Object.fromEntries(headers.map(([name, value]) => [name, [value].flat().join(', ')])) } : {}),
    ...(lists.length > 0 ? { headerLists: Object.fromEntries(lists) } : {}),
    ...(ResponseIsBase64 ? { isBase64: ResponseIsBase64 } : {}),
    ...(ResponseItemsPath === undefined ? {} : { itemsPath: ResponseItemsPath }),
  };
}

function isHeaders(value: unknown): value is Record<string, string | string[]> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => [one].flat().every((text) => typeof text === 'string'))
  );
}
