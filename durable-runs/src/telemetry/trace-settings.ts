import type { Env } from '../env.ts';

type TraceEnv = Pick<Env, Extract<keyof Env, `OTEL_${string}`>>;

export interface TraceSettings {
  url: string;
  /** May contain the collector's key: never log it. */
  headers: Record<string, string>;
  serviceName: string;
}

const DEFAULT_SERVICE_NAME = 'portage';

/**
 * Where traces go; null if no variable names a collector. `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is used unchanged,
 * `OTEL_EXPORTER_OTLP_ENDPOINT` gets `/v1/traces` appended, as the specification says. A malformed URL counts as not set: a typo
 * there must not stop runs.
 */
export function traceSettings(env: TraceEnv): TraceSettings | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null;
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim();
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim() || (base ? `${base.replace(/\/+$/, '')}/v1/traces` : '');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null;
  return {
    url,
    headers: parseHeaders(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS || env.OTEL_EXPORTER_OTLP_HEADERS || ''),
    serviceName: env.OTEL_SERVICE_NAME?.trim() || DEFAULT_SERVICE_NAME,
  };
}

function parseHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim().toLowerCase();
    if (at < 0 || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) continue;
    const value = decoded(pair.slice(at + 1).trim());
    if (/^[\x20-\x7e]*$/.test(value)) headers[name] = value;
  }
  return headers;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
