export const bodyless = ['GET', 'HEAD'] as const;
export const callMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const;
export type CallMethod = (typeof callMethods)[number];

/** The media types for a body. A webhook reads JSON and forms as values, and other text as it is. */
export const bodyTypes = ['application/json', 'text/csv', 'text/plain', 'application/xml', 'application/x-www-form-urlencoded'] as const;
export type BodyType = (typeof bodyTypes)[number];

export interface SampleCall {
  method: CallMethod;
  bodyType: BodyType;
  /** If blank, no body is sent. */
  body: string;
}

/**
 * Calls a webhook as another system does, without the person's session, on this page's origin: it serves the address under any name.
 *
 * @returns the id of the run it started; null if the response names no run
 * @throws Error with the message of the response
 */
export async function callWebhook(address: string, { method, bodyType, body }: SampleCall): Promise<string | null> {
  const { pathname, search } = new URL(address);
  const hasBody = body.trim() !== '' && !(bodyless as readonly string[]).includes(method);
  const response = await fetch(pathname + search, {
    method,
    credentials: 'omit',
    ...(hasBody ? { body, headers: { 'content-type': bodyType } } : {}),
  });
  const answer = (await response.json().catch(() => null)) as WebhookResponse | null;
  if (response.ok) return answer?.workflowInstanceId ?? null;
  const words = answer?.errors?.[0]?.userMessage ?? answer?.errors?.[0]?.message;
  throw new Error(`The response was ${response.status}${words ? `: ${words}` : '.'}`);
}

interface WebhookResponse {
  workflowInstanceId?: string;
  errors?: { userMessage?: string; message?: string }[];
}
