/**
 * Works on a list's next value while the caller works on the previous one. If the caller leaves early, the value in progress is
 * finished and no other begins.
 */
export async function* oneAhead<Value>(list: AsyncGenerator<Value, void>): AsyncGenerator<Value, void> {
  for (let next = list.next(); ; ) {
    const { done, value } = await next;
    if (done) return;
    next = list.next();
    // The loop throws it when it waits for this value.
    next.catch(() => undefined);
    yield value;
  }
}
