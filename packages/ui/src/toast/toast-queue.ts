import { getErrorMessage } from '@portage/contracts';
import { createStore } from '@portage/primitives/store';
import type { Notify, ToastAction } from '../services/services.ts';

export type ToastTone = 'success' | 'info' | 'warning' | 'danger';

export interface ToastMessage {
  id: number;
  tone: ToastTone;
  text: string;
  action?: ToastAction | undefined;
}

export interface ToastQueue {
  /** @returns the message's id; null if it isn't shown */
  add(tone: ToastTone, text: string, action?: ToastAction): number | null;
  close(id: number): void;
  /** Closes a message and performs its action, once; a failure becomes another message. */
  act(id: number): Promise<void>;
  /** Stops the timers while the person reads or has the keyboard focus there. */
  pause(): void;
  resume(): void;
  subscribe(listener: () => void): () => void;
  getToasts(): readonly ToastMessage[];
}

/** Messages disappear by themselves; errors stay longer, because people must read them. */
const LIFETIME_MS: Record<ToastTone, number> = { success: 5_000, info: 5_000, warning: 8_000, danger: 12_000 };
/** An offer such as Undo must be noticed, considered and reached. */
const OFFER_LIFETIME_MS = 20_000;
const MOST_AT_ONCE = 5;

interface Timed {
  remainingMs: number;
  startedAtMs: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The queue of messages. Independent of React, so that the shell can queue messages before the region has loaded. */
export function createToastQueue(): ToastQueue {
  const { get: getToasts, set, subscribe } = createStore<readonly ToastMessage[]>([]);
  let nextId = 1;
  let isPaused = false;
  const timers = new Map<number, Timed>();

  function close(id: number): void {
    clearTimeout(timers.get(id)?.timer);
    timers.delete(id);
    if (getToasts().some((toast) => toast.id === id)) set(getToasts().filter((toast) => toast.id !== id));
  }

  function run(id: number, timed: Timed): void {
    timed.startedAtMs = Date.now();
    timed.timer = setTimeout(close, timed.remainingMs, id);
  }

  function add(tone: ToastTone, text: string, action?: ToastAction): number {
    // Two offers are never the same, even with equal texts.
    const same = action ? undefined : getToasts().find((toast) => toast.tone === tone && toast.text === text && !toast.action);
    if (same) close(same.id);
    for (let [oldest] = getToasts(); oldest && getToasts().length >= MOST_AT_ONCE; [oldest] = getToasts())
      close((getToasts().find((toast) => !toast.action) ?? oldest).id);
    const id = nextId++;
    const timed: Timed = { remainingMs: action ? OFFER_LIFETIME_MS : LIFETIME_MS[tone], startedAtMs: Date.now(), timer: undefined };
    timers.set(id, timed);
    set([...getToasts(), { id, tone, text, ...(action ? { action } : {}) }]);
    if (!isPaused) run(id, timed);
    return id;
  }

  return {
    add,
    close,
    async act(id) {
      const action = getToasts().find((toast) => toast.id === id)?.action;
      close(id);
      try {
        await action?.onAction();
      } catch (error) {
        add('danger', getErrorMessage(error));
      }
    },
    pause() {
      if (isPaused) return;
      isPaused = true;
      for (const timed of timers.values()) {
        clearTimeout(timed.timer);
        timed.remainingMs = Math.max(1_000, timed.remainingMs - (Date.now() - timed.startedAtMs));
      }
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      for (const [id, timed] of timers) run(id, timed);
    },
    subscribe,
    getToasts,
  };
}

/** The host's `notify` on top of a queue. */
export function createNotify(queue: ToastQueue): Notify {
  return {
    success(text, action) {
      const id = queue.add('success', text, action);
      return () => {
        if (id !== null) queue.close(id);
      };
    },
    info: (text, action) => void queue.add('info', text, action),
    warning: (text) => void queue.add('warning', text),
    error: (textOrError) => void queue.add('danger', typeof textOrError === 'string' ? textOrError : getErrorMessage(textOrError)),
  };
}
