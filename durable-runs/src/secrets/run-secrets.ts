import type { WorkflowStep } from '@portage/workflow';
import { isSecretHeader, REDACTED } from './redact-headers.ts';

/** A shorter value would be found in what is no secret at all. */
const SHORTEST_SECRET = 6;
/** More different ones in one run than this are not remembered. */
const MOST_SECRETS = 200;
const SCHEME = /^(bearer|basic|token|apikey|negotiate)\s+/i;

/**
 * The secrets a run was handed: values of authorization-like headers, of its trigger and of the calls its steps make.
 * Wherever such a value turns up, what people read shows `[redacted]` in its place.
 */
export class RunSecrets {
  readonly #values: Set<string>;

  constructor(values: readonly string[] = []) {
    this.#values = new Set(values);
  }

  /** Those that a trigger brings along. */
  static of({ headers }: { headers?: unknown }): RunSecrets {
    const secrets = new RunSecrets();
    secrets.note(headers);
    return secrets;
  }

  /** Those written into a workflow's own steps: headers of calls whose value is no expression. */
  static ofSteps(steps: readonly WorkflowStep[]): RunSecrets {
    const secrets = new RunSecrets();
    for (const step of steps) {
      if (step.type !== 'HttpRequest' || !step.headers) continue;
      secrets.note(Object.fromEntries(Object.entries(step.headers).filter(([, value]) => !value.includes('$'))));
    }
    return secrets;
  }

  get values(): readonly string[] {
    return [...this.#values];
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Takes the secrets out of headers. */
  note(headers: unknown): void {
    if (typeof headers !== 'object' || headers === null) return;
    for (const [name, value] of Object.entries(headers)) {
      if (typeof value !== 'string' || !isSecretHeader(name)) continue;
      this.#add(value.trim());
      this.#add(value.trim().replace(SCHEME, ''));
      if (/^(set-)?cookie$/i.test(name)) for (const pair of value.split(';')) this.#add(pair.slice(pair.indexOf('=') + 1).trim());
    }
  }

  /** Whether a JSON text holds a secret somewhere. */
  isIn(json: string): boolean {
    for (const value of this.#values) if (json.includes(JSON.stringify(value).slice(1, -1))) return true;
    return false;
  }

  redactText(text: string): string {
    let redacted = text;
    for (const value of this.#longestFirst()) redacted = redacted.replaceAll(value, REDACTED);
    return redacted;
  }

  /** A JSON value with every text in it redacted, member names too. */
  redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.redactText(value);
    if (Array.isArray(value)) return value.map((item) => this.redactValue(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [this.redactText(name), this.redactValue(member)]));
  }

  #add(value: string): void {
    if (value.length >= SHORTEST_SECRET && this.#values.size < MOST_SECRETS) this.#values.add(value);
  }

  /** `Bearer abc` goes before `abc`, so that nothing of either stays. */
  #longestFirst(): string[] {
    return [...this.#values].sort((left, right) => right.length - left.length);
  }
}
