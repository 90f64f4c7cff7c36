/** A call to the outside, as a run asks for it. */
export interface EgressRequest {
  method: string;
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | null;
  /** Set whatever the run says. */
  systemHeaders: Record<string, string>;
}

export type EgressAnswer =
  | { ok: true; status: number; headers: Record<string, string>; url: string; body: Uint8Array }
  /** The call was refused, or got no whole answer. */
  | { ok: false; message: string; retryable: boolean };

type AnswerHead = Omit<Extract<EgressAnswer, { ok: true }>, 'body'> | Extract<EgressAnswer, { ok: false }>;

/** An answer as bytes: the length of its head (four bytes), the head as JSON, the body as it came. */
export function encodeAnswer(answer: EgressAnswer): Uint8Array {
  const { body, ...head } = answer.ok ? answer : { ...answer, body: new Uint8Array() };
  const headBytes = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(4 + headBytes.length + body.length);
  new DataView(bytes.buffer).setUint32(0, headBytes.length);
  bytes.set(headBytes, 4);
  bytes.set(body, 4 + headBytes.length);
  return bytes;
}

export function decodeAnswer(buffer: ArrayBuffer): EgressAnswer {
  const headLength = new DataView(buffer).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, headLength))) as AnswerHead;
  return head.ok ? { ...head, body: new Uint8Array(buffer, 4 + headLength) } : head;
}
