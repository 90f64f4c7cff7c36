import { keep } from '@portage/area-kit/kept';
import { MINUTE_MS } from '@portage/primitives/durations';

/** A person who is inactive for 15 minutes is signed out (spec SHELL-21). */
export const IDLE_LOGOUT_MS = 900_000;
/** How often the age of the access token is checked (spec AUTH-22). */
export const CHECK_EVERY_MS = MINUTE_MS;

const ACTIVITY_KEY = 'portage:last-activity';
/** Moving a mouse fires hundreds of events; one note every five seconds is precise enough. */
const NOTE_EVERY_MS = 5_000;

export interface ActivitySettings {
  storage: Pick<Storage, 'getItem' | 'setItem'> | null;
  now(): number;
}

/** The time of the person's last action, in any tab. */
export class Activity {
  #last: number;
  #noted = Number.NEGATIVE_INFINITY;
  readonly #settings: ActivitySettings;

  constructor(settings: ActivitySettings) {
    this.#settings = settings;
    this.#last = this.#stored() ?? settings.now();
  }

  readonly note = (): void => {
    const now = this.#settings.now();
    this.#last = now;
    if (now - this.#noted < NOTE_EVERY_MS) return;
    this.#noted = now;
    if (this.#settings.storage) keep(this.#settings.storage, ACTIVITY_KEY, now);
  };

  idleForMs(): number {
    return this.#settings.now() - Math.max(this.#last, this.#stored() ?? 0);
  }

  #stored(): number | null {
    const stored = Number(this.#settings.storage?.getItem(ACTIVITY_KEY) || Number.NaN);
    // A note from the future (after a clock was set back) would keep a person signed in that much longer.
    return Number.isFinite(stored) && stored <= this.#settings.now() + NOTE_EVERY_MS ? stored : null;
  }
}

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

export interface WatchSettings {
  activity: Activity;
  isSignedIn(): boolean;
  /** Called after 15 minutes without activity (spec SHELL-21). */
  onIdle(): void;
  /** Spec AUTH-22; called only while the person is active. */
  onCheck(): void;
}

/** Refreshes the session every minute while the person is active, and ends it after 15 minutes without activity in any tab. */
export function watchActivity(page: Window, { activity, isSignedIn, onIdle, onCheck }: WatchSettings): void {
  let checkedAt = 0;
  const look = () => {
    if (!isSignedIn()) return;
    const idleMs = activity.idleForMs();
    if (idleMs >= IDLE_LOGOUT_MS) {
      onIdle();
      return;
    }
    const now = performance.now();
    if (now - checkedAt < CHECK_EVERY_MS - 1_000) return;
    checkedAt = now;
    if (idleMs < CHECK_EVERY_MS) onCheck();
  };
  for (const sign of SIGNS_OF_LIFE) {
    page.addEventListener(
      sign,
      () => {
        // A waking machine fires events before timers: the absence must be noticed first.
        if (isSignedIn() && activity.idleForMs() >= IDLE_LOGOUT_MS) return onIdle();
        activity.note();
      },
      { passive: true, capture: true },
    );
  }
  page.document.addEventListener('visibilitychange', look);
  page.setInterval(look, 5_000);
  look();
}
