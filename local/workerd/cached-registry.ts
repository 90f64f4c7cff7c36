// A deployed Portage reads its published registry from the cache of its location. Here the shell and edge-api share an isolate, and
// nothing else writes the registry, so the text that was last written or read is the newest.
import { withPut } from './synced-buckets.js';

let text: string | null = null;
let pendingPuts = 0;
let puts = 0;

/** Edge-api's store: what it writes is what the shell reads next. */
export function writtenRegistry(store: KVNamespace): KVNamespace {
  return withPut(store, async (...args: Parameters<KVNamespace['put']>) => {
    text = null;
    puts += 1;
    pendingPuts += 1;
    const put = puts;
    try {
      await store.put(...args);
      if (put === puts && typeof args[1] === 'string') text = args[1];
    } finally {
      pendingPuts -= 1;
    }
  });
}

/** The shell's store. @param key of the only value in it */
export async function readRegistry(store: KVNamespace, key: string): Promise<string | null> {
  if (text !== null) return text;
  const putsBefore = puts;
  const read = await store.get(key);
  if (pendingPuts === 0 && puts === putsBefore) text = read;
  return read;
}
