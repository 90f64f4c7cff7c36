/** A due timer fires before a result that arrived while the thread was held up, so such a delay counts as one of these parts at most. */
const PARTS = 8;

/**
 * Waits for work, but not forever. Late work isn't stopped; its result is ignored.
 *
 * @param late the error when the time is up
 * @throws Error `late`, or the one of the work
 */
export async function inTime<Value>(work: Promise<Value>, limitMs: number, late: () => Error): Promise<Value> {
  const tooLate = Promise.withResolvers<never>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (partsLeft: number) => {
    if (partsLeft === 0) tooLate.reject(late());
    else timer = setTimeout(wait, limitMs / PARTS, partsLeft - 1);
  };
  wait(PARTS);
  try {
    return await Promise.race([work, tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
