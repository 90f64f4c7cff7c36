// Runs in front of durable-runs in its isolate.
import './direct-fetch.js';
import engine from './index.js';
import { withSyncedBuckets } from './synced-buckets.js';

export * from './index.js';

// biome-ignore lint/style/noDefaultExport: workerd reads the default export.
export default {
  ...engine,
  scheduled: (controller, env, execution) => engine.scheduled?.(controller, withSyncedBuckets(env as object), execution),
} satisfies ExportedHandler;
