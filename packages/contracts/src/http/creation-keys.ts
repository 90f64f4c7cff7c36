/** What these calls send has no id that the server makes, or is a password that must not be remembered. */
const NOT_CREATING = /^\/api\/(users|account|deployments)\//;
const MOST_LOST = 20;

/** The `Idempotency-Key` of each creation. One whose response was lost is repeated with the same key, so that nothing is created twice. */
export class CreationKeys {
  readonly #lost = new Map<string, string>();

  /** @returns null for a call that creates nothing */
  keyFor(method: string, path: string, body: string | undefined): string | null {
    if (method !== 'POST' || path.includes('{') || NOT_CREATING.test(path)) return null;
    return this.#lost.get(`${path} ${body}`) ?? makeKey();
  }

  noteLost(path: string, body: string | undefined, key: string): void {
    const [oldest] = this.#lost.keys();
    if (this.#lost.size >= MOST_LOST && oldest !== undefined) this.#lost.delete(oldest);
    this.#lost.set(`${path} ${body}`, key);
  }

  noteAnswered(path: string, body: string | undefined): void {
    this.#lost.delete(`${path} ${body}`);
  }
}

function makeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
