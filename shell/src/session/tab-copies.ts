import type { Session } from './session.ts';
import type { FreshTokens } from './token-refresher.ts';

const CHANNEL = 'portage:tab-copies';
/** An existing copy responds within a few milliseconds, even in the background. */
const ANSWER_MS = 250;
const MOST_USED = 100;

/** `used`: refresh tokens that `tokens` replaced; `ended`: the tokens of a session that was signed out. */
type Message = { asked: string } | { used: string[]; tokens: FreshTokens } | { ended: string[] };

/** The parts of a BroadcastChannel that are used here. */
export interface CopiesChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/**
 * Copies of an impersonated tab ("Duplicate") start with the same refresh token, which may be used only once, and share no storage: a copy
 * that refreshes asks the others first, and notifies them afterwards.
 */
export class TabCopies {
  readonly #session: Session;
  readonly #channel: CopiesChannel | null;
  readonly #used: string[] = [];
  readonly #onEnded: () => void;
  #onNews: (() => void) | null = null;

  /** @param onEnded a copy was signed out. */
  constructor(session: Session, onEnded: () => void, channel: CopiesChannel | null = openChannel()) {
    this.#session = session;
    this.#channel = channel;
    this.#onEnded = onEnded;
    channel?.addEventListener('message', ({ data }) => this.#receive(data as Message));
  }

  /** Adopts newer tokens that a copy of this tab received. Resolves at once if nobody is impersonated. */
  async catchUp(): Promise<void> {
    const refreshToken = this.#own();
    if (refreshToken === null || !this.#channel) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_MS);
      this.#onNews = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#channel?.postMessage({ asked: refreshToken } satisfies Message);
    });
    this.#onNews = null;
  }

  /** Notifies the copies that this tab has used up a refresh token and has the new one. */
  moved(used: string): void {
    if (this.#own() === null) return;
    this.#remember([used]);
    this.#tell();
  }

  /** Signs out the copies. This tab is about to be signed out, even if the server isn't reached. */
  end(): void {
    const own = this.#own();
    if (own !== null) this.#channel?.postMessage({ ended: [...this.#used, own] } satisfies Message);
  }

  #receive(message: Message): void {
    const own = this.#own();
    if (own === null) return;
    if ('asked' in message) {
      if (this.#used.includes(message.asked)) this.#tell();
    } else if ('ended' in message) {
      if (message.ended.includes(own)) this.#onEnded();
    } else if (message.used.includes(own)) {
      this.#remember(message.used);
      this.#session.update(message.tokens);
      this.#onNews?.();
    }
  }

  #tell(): void {
    const stored = this.#session.stored;
    if (!stored) return;
    const { accessToken, refreshToken } = stored;
    this.#channel?.postMessage({ used: this.#used, tokens: { accessToken, refreshToken } } satisfies Message);
  }

  #remember(used: readonly string[]): void {
    this.#used.push(...used.filter((token) => !this.#used.includes(token)));
    this.#used.splice(0, this.#used.length - MOST_USED);
  }

  /** The refresh token of an impersonated tab. */
  #own(): string | null {
    return this.#session.getUser()?.isImpersonating ? (this.#session.stored?.refreshToken.value ?? null) : null;
  }
}

function openChannel(): CopiesChannel | null {
  return 'BroadcastChannel' in globalThis ? (new BroadcastChannel(CHANNEL) as CopiesChannel) : null;
}
