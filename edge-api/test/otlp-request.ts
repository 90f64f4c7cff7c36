import { z } from 'zod';

/**
 * ExportTraceServiceRequest in OTLP's JSON mapping (opentelemetry-proto 1.x): ids as lower-case hex and not all zero,
 * 64-bit numbers as decimal texts, enums as numbers, lowerCamelCase names; anything else is refused.
 */
const hexId = (bytes: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${bytes * 2}}$`));
const uint64 = z.string().regex(/^(0|[1-9]\d{0,19})$/);
const int64 = z.string().regex(/^-?(0|[1-9]\d{0,18})$/);
const anyValue = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: int64 }),
  z.strictObject({ doubleValue: z.number() }),
]);
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: anyValue }))
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'An attribute stands twice');
const span = z
  .strictObject({
    traceId: hexId(16),
    spanId: hexId(8),
    parentSpanId: hexId(8).optional(),
    name: z.string().min(1),
    kind: z.number().int().min(1).max(5),
    startTimeUnixNano: uint64,
    endTimeUnixNano: uint64,
    attributes,
    status: z.strictObject({ code: z.number().int().min(0).max(2), message: z.string().optional() }),
  })
  .refine(({ startTimeUnixNano, endTimeUnixNano }) => BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano), 'It ends before it starts');
const exportRequest = z.strictObject({
  resourceSpans: z
    .array(
      z.strictObject({
        resource: z.strictObject({ attributes }),
        scopeSpans: z
          .array(
            z.strictObject({ scope: z.strictObject({ name: z.string(), version: z.string().optional() }), spans: z.array(span).min(1) }),
          )
          .min(1),
      }),
    )
    .min(1),
});

export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  kind: number;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number | boolean>;
  isError: boolean;
}

/** @returns the spans, in a form that is easier to read. @throws ZodError for anything that isn't exactly OTLP in JSON. */
export function checkExportRequest(body: unknown): (OtlpSpan & { serviceName: string })[] {
  const { resourceSpans } = exportRequest.parse(body);
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const serviceName = String(plain(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, status, ...one }) => ({
        ...one,
        serviceName,
        startMs: Number(BigInt(startTimeUnixNano) / 1_000_000n),
        endMs: Number(BigInt(endTimeUnixNano) / 1_000_000n),
        attributes: plain(one.attributes),
        isError: status.code === 2,
      })),
    );
  });
}

function plain(list: z.infer<typeof attributes>): Record<string, string | number | boolean> {
  return Object.fromEntries(
    list.map(({ key, value }) => {
      if ('intValue' in value) return [key, Number(value.intValue)];
      return [key, Object.values(value)[0] as string | number | boolean];
    }),
  );
}
