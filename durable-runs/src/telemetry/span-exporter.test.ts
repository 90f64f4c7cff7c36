import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ShardMetrics } from '../metrics/shard-metrics.ts';
import { SpanExporter } from './span-exporter.ts';
import { traceSettings } from './trace-settings.ts';

const settings = { url: 'http://collector.test/v1/traces', headers: { 'x-key': 'secret-key' }, serviceName: 'portage' };

function setUp(answer: () => Response | Promise<Response>) {
  const metrics = new ShardMetrics();
  const bodies: { spans: number; atMs: number }[] = [];
  const exporter = new SpanExporter(settings, {
    now: () => Date.now(),
    later: (ms, callback) => void setTimeout(callback, ms),
    post: async (_, init) => {
      const { resourceSpans } = JSON.parse(String(init.body));
      bodies.push({ spans: resourceSpans[0].scopeSpans[0].spans.length, atMs: Date.now() });
      return answer();
    },
    metrics,
  });
  const add = (count: number) => {
    for (let at = 0; at < count; at += 1) exporter.add('{"name":"step"}');
  };
  const outcomes = () => Object.fromEntries(metrics.take().map(({ labels, value }) => [labels.outcome, value]));
  return { add, bodies, outcomes };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the export of spans', () => {
  test('collects spans for a second, and sends a full batch at once', async () => {
    const { add, bodies, outcomes } = setUp(() => Response.json({}));
    add(3);
    expect(bodies).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bodies).toEqual([{ spans: 3, atMs: 1_000 }]);
    add(1_100);
    await vi.advanceTimersByTimeAsync(10);
    expect(bodies.slice(1).map(({ spans }) => spans)).toEqual([512, 512]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bodies.at(-1)?.spans).toBe(76);
    expect(outcomes()).toEqual({ sent: 1_103 });
  });

  test('keeps a bounded number while the collector is down, drops and counts the rest, and finally gives up batches', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    let isAway = true;
    const { add, bodies, outcomes } = setUp(() => {
      if (isAway) throw new Error('connection refused');
      return Response.json({});
    });
    add(10_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(outcomes()).toEqual({ dropped: 10_000 - 4_096 + 2 * 512 });
    expect(bodies.slice(0, 5).map(({ atMs }) => atMs)).toEqual([0, 1_000, 3_000, 7_000, 15_000]);
    // Then one attempt every half minute.
    expect(bodies.slice(5).map(({ atMs }) => atMs)).toEqual([45_000]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(outcomes()).toMatchObject({ sent: 4_096 - 2 * 512 });
    expect(JSON.stringify(warn.mock.calls)).not.toContain('secret-key');
  });

  test('doesn’t repeat a batch the collector will never accept', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { add, bodies, outcomes } = setUp(() => new Response(null, { status: 400 }));
    add(2);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(bodies).toHaveLength(1);
    expect(outcomes()).toEqual({ dropped: 2 });
  });
});

describe('the variables of the export', () => {
  test('follow the OpenTelemetry specification', () => {
    expect(traceSettings({})).toBeNull();
    expect(traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/' })).toEqual({
      url: 'http://localhost:4318/v1/traces',
      headers: {},
      serviceName: 'portage',
    });
    const all = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/custom',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi, x-team = one ,broken,=none,bad name=1,x-line=a%0Ab',
      OTEL_SERVICE_NAME: 'shop',
    };
    expect(traceSettings(all)).toEqual({
      url: 'https://traces.example.com/custom',
      headers: { authorization: 'Basic YTpi', 'x-team': 'one' },
      serviceName: 'shop',
    });
    expect(traceSettings({ ...all, OTEL_SDK_DISABLED: 'true' })).toBeNull();
  });

  test('stop nothing when they’re invalid', () => {
    expect(traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).toBeNull();
    expect(traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector' })).toBeNull();
  });
});
