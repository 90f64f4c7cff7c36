/** Asks the host for one of `src/services`; returns its response as JSON. */
export type AskHost = (service: string, requestJson: string) => string;

let askHost: AskHost = () => '{"error":{"name":"Error","message":"There is no host."}}';

export function useHost(ask: AskHost): void {
  askHost = ask;
}

const { parse, stringify } = JSON;

/** @throws the error in the service's response */
export function ask<T>(service: string, request: unknown): T {
  const answer = parse(askHost(service, stringify(request))) as { value: T } | { error: { name: string; message: string } };
  if (!('error' in answer)) return answer.value;
  const { name, message } = answer.error;
  if (name === 'RangeError') throw new RangeError(message);
  if (name === 'TypeError') throw new TypeError(message);
  throw Object.assign(new Error(message), { name });
}

const BYTES_AT_ONCE = 8192;

/** Bytes as text with one character per byte, for the way to the host and back. */
export function toBinary(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) {
    binary += String.fromCharCode.apply(null, bytes.subarray(start, start + BYTES_AT_ONCE) as unknown as number[]);
  }
  return binary;
}

export function bytesOfBinary(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** @throws TypeError if it's neither a buffer nor a view of one */
export function bytesOfSource(source: unknown): Uint8Array {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  throw new TypeError('Pass an ArrayBuffer or a typed array; TextEncoder makes one of a text.');
}
