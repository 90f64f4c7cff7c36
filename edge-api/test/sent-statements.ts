import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';

/**
 * What a call itself sends to PostgreSQL: the JSON text of a statement or batch each. Other work of the isolate, such as what an earlier
 * call has left running, isn't included.
 */
export async function sentStatements(call: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const ownCall = new AsyncLocalStorage<true>();
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (ownCall.getStore() && new URL(String(input)).pathname === '/sql') sent.push(String(init?.body));
    return fetch(input, init);
  });
  try {
    await ownCall.run(true, call);
    return sent;
  } finally {
    spy.mockRestore();
  }
}
