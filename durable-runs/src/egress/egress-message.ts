/** A call to the outside, as a run asks for it. */
export interface EgressRequest {
  method: string;
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** Set regardless of the run's headers. */
  systemHeaders: Record<string, string>;
  /** From the first byte sent to the last one read, redirects included; absent: the egress's own limit. */
  timeoutMs?: number;
  /** Headers besides the usual ones that a redirect to another origin drops (HOSTILE 20, 22). Names in lower case. */
  secretHeaders?: string[];
  /** False: a redirect counts as the response. */
  followRedirects?: boolean;
}

/** `setCookies` has each `Set-Cookie` if there are several; `headers` has them joined. */
export type EgressResult =
  | { ok: true; status: number; headers: Record<string, string>; setCookies?: readonly string[]; url: string; body: Uint8Array }
  /** The call was refused, or got no complete response. */
  | { ok: false; message: string; retryable: boolean; code?: LostCallCode; isTimeout?: true };

/** Response headers as steps see them. Several cookies are a list, because one may contain a comma. */
export function responseHeaders({ headers, setCookies }: Extract<EgressResult, { ok: true }>): Record<string, string | readonly string[]> {
  return setCookies ? { ...headers, 'set-cookie': setCookies } : headers;
}

/** Why a call got no complete response: it certainly didn't arrive, or it may have. */
export type LostCallCode = 'not-connected' | 'maybe-arrived';

type ResultHead = Omit<Extract<EgressResult, { ok: true }>, 'body'> | Extract<EgressResult, { ok: false }>;
type RequestHead = Omit<EgressRequest, 'body'> & { hasBody: boolean };

/** Encodes a request for the egress. Its body always becomes bytes. */
export function encodeRequest({ body, ...rest }: EgressRequest): Uint8Array<ArrayBuffer> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
  return frame({ ...rest, hasBody: body !== null } satisfies RequestHead, bytes);
}

export function decodeRequest(buffer: ArrayBuffer): EgressRequest {
  const { head, body } = unframe<RequestHead>(buffer);
  const { hasBody, ...rest } = head;
  return { ...rest, body: hasBody ? body : null };
}

/** Encodes a response for its way back. */
export function encodeResult(answer: EgressResult): Uint8Array<ArrayBuffer> {
  const { body, ...head } = answer.ok ? answer : { ...answer, body: new Uint8Array() };
  return frame(head, body);
}

export function decodeResult(buffer: ArrayBuffer): EgressResult {
  const { head, body } = unframe<ResultHead>(buffer);
  return head.ok ? { ...head, body } : head;
}

/** The length of the head (four bytes), the head as JSON, then the raw body: bytes in JSON would take a third more. */
function frame(head: object, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const headBytes = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(4 + headBytes.length + body.length);
  new DataView(bytes.buffer).setUint32(0, headBytes.length);
  bytes.set(headBytes, 4);
  bytes.set(body, 4 + headBytes.length);
  return bytes;
}

function unframe<Head>(buffer: ArrayBuffer): { head: Head; body: Uint8Array<ArrayBuffer> } {
  const headLength = new DataView(buffer).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, headLength))) as Head;
  return { head, body: new Uint8Array(buffer, 4 + headLength) };
}
