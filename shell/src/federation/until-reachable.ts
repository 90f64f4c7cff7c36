export interface Reaching {
  /** Whether the server responds; may reject if it doesn't. */
  ask: () => Promise<boolean>;
  pause: () => Promise<void>;
  signal: AbortSignal;
}

/**
 * Waits until the server responds again.
 *
 * @returns false if it responded at once, so that the failure has another cause, or if no caller is waiting any more
 */
export async function untilReachable({ ask, pause, signal }: Reaching): Promise<boolean> {
  const isReachable = () => ask().catch(() => false);
  if (await isReachable()) return false;
  while (!signal.aborted) {
    await pause();
    if (!signal.aborted && (await isReachable())) return !signal.aborted;
  }
  return false;
}
