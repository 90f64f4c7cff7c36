import { cutText } from '@portage/primitives/cut-text';
import { isSecretName, type NameLocation, type WorkflowStep } from '@portage/workflow';
import { fromBase64 } from '../encoding/base64.ts';
import { REDACTED } from './redact-headers.ts';
import { listSecretForms } from './secret-forms.ts';
import { type NamedSecret, namedSecretsIn, namedSecretsInText, secretsInAddress } from './secrets-by-name.ts';
import { ShortSecrets } from './short-secrets.ts';

/** A shorter value would also match text that isn't secret: it's redacted only under its name. */
const SHORTEST_SECRET = 6;
/** The most distinct secrets remembered per run. */
const MOST_SECRETS = 200;
/** How many of these may be identified only by name: a list of a thousand users must not crowd out a call's key. */
const MOST_NAMED = 100;
/** A line this long may have been cut by its writer, in the middle of a secret. */
const CUT_LINE = 1_000;
/** The line number the engine appends to a script's message. */
const PLACE = / \(line \d+\)$/;
const SCHEME = /^(bearer|basic|token|apikey|negotiate)\s+/i;

/** Literal values of rows whose names say they're secret. */
function collectLiterals(rows: readonly { name: string; valueExpression?: string | null }[], place: NameLocation): NamedSecret[] {
  return rows.flatMap(({ name, valueExpression }) =>
    valueExpression && !valueExpression.includes('$') && isSecretName(name, place) ? [{ name, value: valueExpression }] : [],
  );
}

interface TriggerSeen {
  headers?: unknown;
  query?: unknown;
  payload?: unknown;
  /** Secrets the calling run knew. */
  secrets?: readonly string[];
}

interface CallSeen {
  headers?: unknown;
  /** As sent, or the fields it was built from. */
  body?: unknown;
  url?: string | undefined;
  responseHeaders?: unknown;
  response?: unknown;
}

interface Form {
  text: string;
  /** As it appears inside JSON. */
  json: string;
  /** Its first characters inside JSON. Anything shorter is never taken for the start of a truncated secret. */
  start: string;
}

/**
 * The secrets a run received: values of authorization-like headers, members and parameters, from its trigger and its steps' calls.
 * Wherever such a value appears, in any written form, people read `[redacted]`.
 */
export class RunSecrets {
  readonly #values: Set<string>;
  /** Longest first; null: not built yet. */
  #forms: Form[] | null = null;
  readonly #short = new ShortSecrets(SHORTEST_SECRET - 1);

  /** @param values from `values`, when a run comes back into memory */
  constructor(values: readonly string[] = []) {
    this.#values = new Set(values.filter((value) => !ShortSecrets.isStored(value)));
    this.#short.restore(values);
  }

  /** Leaves out secrets that are too short. */
  static ofValues(values: readonly string[]): RunSecrets {
    const secrets = new RunSecrets();
    for (const value of values) secrets.#add(value.trim());
    return secrets;
  }

  static of(trigger: TriggerSeen): RunSecrets {
    const secrets = new RunSecrets();
    secrets.noteTrigger(trigger);
    return secrets;
  }

  static ofSteps(steps: readonly WorkflowStep[]): RunSecrets {
    const secrets = new RunSecrets();
    for (const step of steps) {
      if (step.type === 'DataStorage')
        secrets.#addAll(
          collectLiterals(
            step.keyValues.map((row) => ({ ...row, name: row.key })),
            'member',
          ),
        );
      if (step.type !== 'HttpRequest') continue;
      secrets.#addAll(collectLiterals(step.queryParameters ?? [], 'parameter'));
      secrets.note(Object.fromEntries(Object.entries(step.headers ?? {}).filter(([, value]) => !value.includes('$'))));
      secrets.#addAll(secretsInAddress(step.url));
      if (step.body) secrets.#addAll(namedSecretsInText(step.body).filter(({ value }) => !value.includes('$')));
    }
    return secrets;
  }

  get values(): readonly string[] {
    return [...this.#values, ...this.#short.stored];
  }

  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#short.isEmpty;
  }

  noteTrigger({ headers, query, payload, secrets }: TriggerSeen): void {
    this.note(headers);
    this.take(secrets ?? []);
    if (typeof query === 'object' && query !== null && Object.keys(query).length > 0)
      this.#addAll(secretsInAddress(`?${new URLSearchParams({ ...query })}`));
    this.#addAll(namedSecretsIn(payload));
  }

  noteCall({ headers, body, url, responseHeaders, response }: CallSeen): void {
    this.note(headers);
    this.note(responseHeaders);
    if (url !== undefined) this.#addAll(secretsInAddress(url));
    this.#addAll(typeof body === 'string' ? namedSecretsInText(body) : namedSecretsIn(body));
    this.#addAll(namedSecretsIn(response));
  }

  note(headers: unknown): void {
    if (typeof headers !== 'object' || headers === null) return;
    for (const [name, value] of Object.entries(headers)) {
      // Several headers of one name are a list.
      if (isSecretName(name, 'header')) for (const single of [value].flat()) this.#noteHeader(name, single);
    }
  }

  #noteHeader(name: string, value: unknown): void {
    if (typeof value !== 'string') return;
    const text = value.trim();
    this.#add(text, name);
    this.#add(text.replace(SCHEME, ''));
    if (/^basic\s/i.test(text)) this.#noteBasic(text.replace(SCHEME, ''));
    if (!/^(set-)?cookie$/i.test(name)) return;
    // In a Set-Cookie header, only the first pair is the value.
    const pairs = /^set-/i.test(name) ? value.split(/,(?=[^;,]*=)/).map((one) => one.split(';')[0] ?? '') : value.split(';');
    for (const pair of pairs) this.#add(pair.slice(pair.indexOf('=') + 1).trim());
  }

  take(values: readonly string[]): void {
    this.#short.restore(values);
    for (const value of values) if (!ShortSecrets.isStored(value)) this.#add(value);
  }

  /** Secrets of the workflow's owner, kept apart so that a caller who sends many secrets can't crowd them out. */
  noteOwn(values: readonly string[]): void {
    for (const value of values) this.#values.add(value.trim());
    this.#forms = null;
  }

  /** Secrets a JSON text contains, for the run that receives it. */
  valuesIn(json: string): string[] {
    return [...this.#values].filter((value) => listSecretForms(value).some((form) => json.includes(JSON.stringify(form).slice(1, -1))));
  }

  isIn(json: string): boolean {
    return this.#allForms().some((form) => json.includes(form.json)) || this.#short.mayBeIn(json);
  }

  redactText(text: string): string {
    let redacted = this.#short.redactText(text);
    for (const form of this.#allForms()) if (redacted.includes(form.text)) redacted = redacted.replaceAll(form.text, REDACTED);
    return redacted.length >= CUT_LINE && !this.isEmpty ? this.#redactCutLines(redacted) : redacted;
  }

  /** A JSON value with all its texts redacted, member names too. Returns the same value if it contains no secret. */
  redactValue(value: unknown): unknown {
    return this.#mayBeIn(JSON.stringify(value) ?? '') ? this.#redacted(value) : value;
  }

  /** Like `redactValue`, but returns JSON. */
  redactedJson(value: unknown): string {
    const json = JSON.stringify(value);
    return this.#mayBeIn(json) ? JSON.stringify(this.#redacted(value)) : json;
  }

  /** Most values contain no secret, nor the beginning of one. Searching their JSON is cheaper than visiting all members. */
  #mayBeIn(json: string): boolean {
    return this.#allForms().some(({ start }) => json.includes(start)) || this.#short.mayBeIn(json);
  }

  #redacted(value: unknown): unknown {
    if (typeof value === 'string') return this.redactText(value);
    if (typeof value === 'number') return this.#values.has(String(value)) ? REDACTED : value;
    if (Array.isArray(value)) return value.map((item) => this.#redacted(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        this.redactText(name),
        this.#short.isOne(name, member) ? REDACTED : this.#redacted(member),
      ]),
    );
  }

  /** `user:password` in base64. */
  #noteBasic(base64: string): void {
    const bytes = fromBase64(base64);
    if (!bytes) return;
    const pair = new TextDecoder().decode(bytes);
    this.#add(pair);
    this.#add(pair.slice(pair.indexOf(':') + 1));
  }

  /** The sandbox truncates long messages: only the beginning of a secret may be left at the end. */
  #redactCutLines(text: string): string {
    const lines = text.split('\n');
    return lines.map((line) => (line.length < CUT_LINE ? line : this.#redactEnd(line))).join('\n');
  }

  #redactEnd(line: string): string {
    const place = PLACE.exec(line)?.[0];
    if (place) return this.#redactEnd(line.slice(0, -place.length)) + place;
    for (const { text } of this.#allForms()) {
      for (let length = Math.min(text.length - 1, line.length); length >= SHORTEST_SECRET; length -= 1) {
        if (line.endsWith(text.slice(0, length))) return line.slice(0, -length) + REDACTED;
      }
    }
    return line;
  }

  #addAll(named: readonly NamedSecret[]): void {
    for (const { name, value } of named) if (this.#values.size < MOST_NAMED) this.#add(value.trim(), name);
  }

  #add(value: string, name?: string): void {
    if (name && value !== '' && value.length < SHORTEST_SECRET) this.#short.note(name);
    if (value.length < SHORTEST_SECRET || this.#values.size >= MOST_SECRETS || this.#values.has(value)) return;
    this.#values.add(value);
    this.#forms = null;
  }

  /** `Bearer abc` comes before `abc`, so nothing of either is left. */
  #allForms(): Form[] {
    if (!this.#forms) {
      const texts = new Set([...this.#values].flatMap(listSecretForms));
      const longestFirst = [...texts].sort((left, right) => right.length - left.length);
      const within = (text: string) => JSON.stringify(text).slice(1, -1);
      this.#forms = longestFirst.map((text) => ({ text, json: within(text), start: within(cutText(text, SHORTEST_SECRET)) }));
    }
    return this.#forms;
  }
}
