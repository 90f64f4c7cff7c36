import { messageOf } from '@portage/contracts';
import type { Notify } from '../host/host.ts';

export type ToastTone = 'success' | 'info' | 'warning' | 'danger';

export interface ToastMessage {
  id: number;
  tone: ToastTone;
  text: string;
}

export interface ToastQueue {
  add(tone: ToastTone, text: string): void;
  close(id: number): void;
  /** Time stands still while the person reads or holds the keyboard focus there. */
  pause(): void;
  resume(): void;
  subscribe(listener: () => void): () => void;
  getToasts(): readonly ToastMessage[];
}

/** Messages go by themselves; errors stay longer, for they have to be read. */
const LIFETIME_MS: Record<ToastTone, number> = { success: 5_000, info: 5_000, warning: 8_000, danger: 12_000 };
const MOST_AT_ONCE = 5;

interface Timed {
  remainingMs: number;
  startedAtMs: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Holds what is to be said. Knows no React, so that the shell can queue messages before the region has loaded. */
export function createToastQueue(): ToastQueue {
  let toasts: readonly ToastMessage[] = [];
  let nextId = 1;
  let isPaused = false;
  const timers = new Map<number, Timed>();
  const listeners = new Set<() => void>();

  function show(next: readonly ToastMessage[]): void {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function close(id: number): void {
    clearTimeout(timers.get(id)?.timer);
    timers.delete(id);
    if (toasts.some((toast) => toast.id === id)) show(toasts.filter((toast) => toast.id !== id));
  }

  function run(id: number, timed: Timed): void {
    timed.startedAtMs = Date.now();
    timed.timer = setTimeout(close, timed.remainingMs, id);
  }

  return {
    add(tone, text) {
      const same = toasts.find((toast) => toast.tone === tone && toast.text === text);
      if (same) close(same.id);
      while (toasts.length >= MOST_AT_ONCE && toasts[0]) close(toasts[0].id);
      const id = nextId++;
      const timed: Timed = { remainingMs: LIFETIME_MS[tone], startedAtMs: Date.now(), timer: undefined };
      timers.set(id, timed);
      show([...toasts, { id, tone, text }]);
      if (!isPaused) run(id, timed);
    },
    close,
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getToasts: () => toasts,
  };
}

/** The host's `notify` on top of a queue. */
export function createNotify(queue: ToastQueue): Notify {
  return {
    success: (text) => queue.add('success', text),
    info: (text) => queue.add('info', text),
    warning: (text) => queue.add('warning', text),
    error: (textOrError) => queue.add('danger', typeof textOrError === 'string' ? textOrError : messageOf(textOrError)),
  };
}
