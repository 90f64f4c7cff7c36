import { MINUTE_MS } from '@portage/primitives/durations';

const LIVES_MS = MINUTE_MS;
const MOST = 300;

interface Kept<Value> {
  value: Value;
  untilMs: number;
}

/** Values for a minute, in this isolate; the oldest make room. Values only, never promises: those belong to one request. */
export class MinuteCache<Value> {
  readonly #kept = new Map<string, Kept<Value>>();

  async get(key: string, now: Date, make: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept && kept.untilMs > now.getTime()) return kept.value;
    const value = await make();
    this.#kept.delete(key);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, { value, untilMs: now.getTime() + LIVES_MS });
    return value;
  }
}
