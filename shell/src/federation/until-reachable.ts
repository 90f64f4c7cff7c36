export interface Reaching {
  /** Whether the server answers; may reject where it does not. */
  ask: () => Promise<boolean>;
  pause: () => Promise<void>;
  signal: AbortSignal;
}

/**
 * Waits until the server answers again.
 *
 * @returns false: it answered at once, so what failed has another cause, or no caller waits any more
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
