/**
 * Works on the next value of a list while the caller works on the one before. A caller that leaves early lets the one under way come to its
 * end, and no further one begins.
 */
export async function* oneAhead<Value>(list: AsyncGenerator<Value, void>): AsyncGenerator<Value, void> {
  for (let next = list.next(); ; ) {
    const { done, value } = await next;
    if (done) return;
    next = list.next();
    // It is thrown where the loop waits for it.
    next.catch(() => undefined);
    yield value;
  }
}
