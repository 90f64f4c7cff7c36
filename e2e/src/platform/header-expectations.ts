import { expect } from 'vitest';

/** A policy's sources by directive. */
export function parsePolicy(headers: Headers): Map<string, string[]> {
  const directives = (headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim().split(/\s+/));
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
}

/** Rules for the headers of every response. */
export function expectSafeHeaders(headers: Headers, what: string): void {
  const policy = parsePolicy(headers);
  expect(policy.get('default-src'), what).toEqual(["'none'"]);
  expect(policy.get('frame-ancestors'), what).toEqual(["'none'"]);
  for (const source of policy.get('script-src') ?? []) expect(source, what).toBe("'self'");
  for (const [directive, sources] of policy) {
    expect(sources, `${what}: ${directive}`).not.toContain("'unsafe-eval'");
    expect(sources, `${what}: ${directive}`).not.toContain('*');
  }
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('x-frame-options'), what).toBe('DENY');
  expect(headers.get('referrer-policy'), what).toMatch(/^(no-referrer|same-origin)$/);
  expect(headers.get('permissions-policy'), what).toContain('camera=()');
  expect(headers.get('cross-origin-opener-policy'), what).toMatch(/^(same-origin-allow-popups|unsafe-none)$/);
  expect(headers.get('cross-origin-resource-policy'), what).toBe('same-origin');
  expect(headers.get('cache-control'), what).toBeTruthy();
  // This Portage is reached without TLS, so it must not require it.
  expect(headers.has('strict-transport-security'), what).toBe(false);
  expect(headers.has('access-control-allow-credentials'), what).toBe(false);
  for (const name of ['server', 'x-powered-by']) expect(headers.has(name), `${what}: ${name}`).toBe(false);
}

/** Rules for a short JSON response to a program: browsers must not read it as anything else, and must not cache it. */
export function expectPlainData(headers: Headers, what: string): void {
  expect(headers.get('content-type'), what).toMatch(/^application\/json/);
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('cache-control'), what).toBe('no-store');
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'location']) expect(headers.has(name), `${what}: ${name}`).toBe(false);
}
