import { Agent, request } from 'node:http';

/** Simultaneous calls, as the engine makes them (durable-runs/src/sync/write-chunk.ts). */
const PARALLEL = 8;
/** Records that the engine looks up together before it writes them. */
const CHUNK = 100;

/** The baseline for a sync: one Node process that reads the same pages and makes the same calls, and remembers nothing. */
export async function bareLoop(origin: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
  const call = (method: string, path: string, body?: unknown): Promise<{ items: { sku: string }[]; next: string | null }> =>
    new Promise((resolve, reject) => {
      const sent = request(`${origin}${path}`, { method, agent, headers: { 'content-type': 'application/json' } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  let records = 0;
  try {
    for (let after: string | null = '0'; after !== null; ) {
      const page = await call('GET', `/source/products?after=${after}`);
      for (let from = 0; from < page.items.length; from += CHUNK) {
        const chunk = page.items.slice(from, from + CHUNK);
        const known = await call('GET', `/target/products?skus=${chunk.map(({ sku }) => sku).join(',')}`);
        const there = new Set(known.items.map(({ sku }) => sku));
        const rest = chunk.filter(({ sku }) => !there.has(sku)).values();
        const one = async () => {
          for (const item of rest) await call('POST', '/target/products', item);
        };
        await Promise.all(Array.from({ length: PARALLEL }, one));
      }
      records += page.items.length;
      after = page.next;
    }
    return records;
  } finally {
    agent.destroy();
  }
}
