export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: 'internal' | 'client';
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number | boolean>;
  isError: boolean;
}

const KINDS = { internal: 1, client: 3 } as const;
const STATUS_OK = 1;
const STATUS_ERROR = 2;
/** Longer texts are cut: a collector may refuse the whole batch because of a long name. */
const MOST_CHARACTERS = 512;

/** A span in OTLP's JSON mapping: ids as hex, 64-bit numbers as strings, enums as numbers. */
export function spanJson(span: Span): string {
  return JSON.stringify({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name: cut(span.name),
    kind: KINDS[span.kind],
    startTimeUnixNano: nanos(span.startMs),
    endTimeUnixNano: nanos(Math.max(span.startMs, span.endMs)),
    attributes: attributesJson(span.attributes),
    status: { code: span.isError ? STATUS_ERROR : STATUS_OK },
  });
}

/** The body of one `POST /v1/traces`. @param spans as made by `spanJson`. */
export function exportRequestJson(serviceName: string, spans: readonly string[]): string {
  const resource = JSON.stringify({ attributes: attributesJson({ 'service.name': serviceName }) });
  return `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":{"name":"portage.durable-runs"},"spans":[${spans.join(',')}]}]}]}`;
}

function attributesJson(attributes: Span['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueJson(value) }));
}

function valueJson(value: string | number | boolean) {
  switch (typeof value) {
    case 'string':
      return { stringValue: cut(value) };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return { boolValue: value };
  }
}

function nanos(atMs: number): string {
  return String(BigInt(Math.round(atMs)) * 1_000_000n);
}

function cut(text: string): string {
  return text.slice(0, MOST_CHARACTERS).toWellFormed();
}
