import { API_KEY_PATTERN } from '../http/api-key-scopes.ts';

export type LogLevel = 'info' | 'warn' | 'error';

/** The details of a line besides its message: ids, counts, codes. Never payloads, never secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one log line: a JSON object, so that a line can be found by its run, workflow or request wherever logs are collected. */
export function log(level: LogLevel, message: string, fields: LogFields = {}): void {
  console[level](logLine(new Date(), level, message, fields));
}

/** The line itself. JSON escapes line ends, so it stays one line. It never contains an API key. */
export function logLine(at: Date, level: LogLevel, message: string, fields: LogFields): string {
  return JSON.stringify({ time: at.toISOString(), level, message, ...fields }).replace(API_KEY_PATTERN, 'portage_[redacted]');
}

/**
 * An error with its causes, safe to log: the values of a refused statement are left out, because they may be payloads or secrets.
 *
 * @param withStack adds the location in the code.
 */
export function formatErrorCauses(error: unknown, { withStack = false } = {}): string {
  const texts: string[] = [];
  for (let current: unknown = error, depth = 0; current !== undefined && depth < 5; depth += 1) {
    if (!(current instanceof Error)) {
      texts.push(String(current));
      break;
    }
    texts.push(withStack ? (current.stack ?? current.message) : current.message);
    current = current.cause;
  }
  // Drizzle appends a statement's parameters to its message; PostgreSQL puts values into the detail.
  return texts.map((text) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '\nparams: [redacted]')).join('\ncaused by ');
}
