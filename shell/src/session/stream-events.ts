import { ApiError, messageOfBody, sendWithToken, type TokenSettings } from '@portage/contracts';

export interface StreamedCall {
  path: string;
  body: unknown;
  /** @param data the event's data, parsed as JSON */
  onEvent(name: string, data: unknown): void;
  signal?: AbortSignal;
}

/** Makes a POST whose response is a stream of server-sent events; resolves at its end. @throws ApiError; an AbortError when stopped */
export async function streamEvents({ path, body, onEvent, signal }: StreamedCall, tokens: TokenSettings): Promise<void> {
  const response = await sendWithToken(tokens, (authorization) =>
    fetch(path, {
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    }).catch((cause: unknown) => {
      throw asApiError(cause);
    }),
  );
  if (!response.ok || !response.body) {
    const answer: unknown = await response.json().catch(() => null);
    throw new ApiError(response.status, answer, messageOfBody(answer));
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) tell(block, onEvent);
    }
  } catch (cause) {
    throw asApiError(cause);
  }
}

function tell(block: string, onEvent: StreamedCall['onEvent']): void {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]));
  const data: unknown = JSON.parse(fields.get('data') ?? 'null');
  const name = fields.get('event') ?? 'message';
  if (name === 'error') throw new ApiError(200, data, messageOfBody(data));
  onEvent(name, data);
}

function asApiError(cause: unknown): unknown {
  if (cause instanceof ApiError || (cause instanceof DOMException && cause.name === 'AbortError')) return cause;
  return new ApiError(0, null, 'Portage could not be reached. Check your connection and try again.');
}
