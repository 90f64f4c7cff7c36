// The local R2 writes a file without syncing it, and its index right after, so after a power failure the index can name an
// empty file. `put` therefore returns once the process that started workerd has synced the new files in the bucket's folder.
interface Disk {
  /** Syncs new files of all buckets. */
  DISK: Fetcher;
}

let seen: unknown;
let synced: unknown;

/** A Worker's bindings, with buckets whose files are on disk when `put` returns. */
export function withSyncedBuckets<Env extends object>(env: Env): Env {
  // An isolate has one set of bindings.
  if (seen !== env) {
    seen = env;
    synced = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, isBucket(value) ? syncedBucket(value, env as Env & Disk) : value]),
    );
  }
  return synced as Env;
}

function isBucket(value: unknown): value is R2Bucket {
  // A service claims to have every property, so look at the class.
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value)?.constructor?.name === 'R2Bucket';
}

function syncedBucket(bucket: R2Bucket, { DISK }: Disk): R2Bucket {
  const put = async (...args: Parameters<R2Bucket['put']>) => {
    const written = await bucket.put(...args);
    const { status } = await DISK.fetch('http://disk/sync', { method: 'POST' });
    if (status !== 204) throw new Error('The file could not be synced to the disk.');
    return written;
  };
  return withPut(bucket, put);
}

/** The same binding with another `put`. */
export function withPut<Store extends object>(store: Store, put: unknown): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'put') return put;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
