import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { largeDocument } from './large-document.ts';
import { round } from './load-client.ts';
import { freePort } from './portage.ts';
import { processorMs } from './processor-time.ts';
import type { Scenario } from './scenario.ts';

const REPEATS = 3;
/** The memory of an isolate and less, down to what the document needs. */
const HEAPS_MB = [128, 96, 80, 64, 48, 40, 32, 24, 16];
/** Documents of real systems, if available. */
const FOLDER = process.env.PORTAGE_OPENAPI_DIR || join(import.meta.dirname, '../../../shared/openapi');

interface Workerd {
  baseUrl: string;
  pid: number;
}

interface Outcome {
  operations: number;
  events: number;
  storedCharacters: number;
}

interface Import {
  outcome: Outcome;
  ms: number;
  /** Of all threads of workerd. */
  processorMs: number;
}

/** Import of OpenAPI documents in workerd: time, and the smallest V8 heap that it succeeds in. */
export const importDocuments: Scenario = {
  name: 'import-document',
  async run({ report }) {
    const folder = mkdtempSync(join(tmpdir(), 'portage-import-'));
    try {
      const config = await writeConfig(folder);
      for (const { name, text } of documents()) {
        const { outcome, ...time } = await timed(config, text);
        const heapMb = await smallestHeap(config, text);
        report({ scenario: this.name, document: name, megabytes: round(text.length / 1e6, 1), ...outcome, ...time, heapMb });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function documents(): { name: string; text: string }[] {
  const real = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /\.(json|yaml)$/.test(name)) : [];
  return [
    { name: '533 operations', text: largeDocument(533) },
    ...real.map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') })),
  ];
}

/** A plain workerd configuration: Miniflare has no way to limit the heap. */
async function writeConfig(folder: string): Promise<(heapMb: number, port: number) => string> {
  const worker = join(folder, 'worker.js');
  await build({ entryPoints: [join(import.meta.dirname, '../workerd/import-worker.ts')], bundle: true, format: 'esm', outfile: worker });
  return (heapMb, port) => {
    const path = join(folder, `${heapMb}-${port}.capnp`);
    writeFileSync(
      path,
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-heap-size=${heapMb}"],
  services = [(name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-11-01"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);`,
    );
    return path;
  };
}

/** Starts workerd with a heap, sends it a request, and stops it. Null if it died before responding. */
async function withHeap<Result>(
  config: (heapMb: number, port: number) => string,
  heapMb: number,
  work: (workerd: Workerd) => Promise<Result>,
): Promise<Result | null> {
  const port = await freePort();
  // The package has no types.
  const program = createRequire(import.meta.url)('workerd').default as string;
  const child = spawn(program, ['serve', config(heapMb, port)], { stdio: 'ignore' });
  try {
    await untilListening(child, port);
    return await work({ baseUrl: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 });
  } catch {
    return null;
  } finally {
    child.kill('SIGKILL');
  }
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const isUp = await fetch(`http://127.0.0.1:${port}/read`, { method: 'POST', body: '' }).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('workerd ended');
}

async function post({ baseUrl, pid }: Workerd, path: string, text: string): Promise<Import> {
  const usedBefore = await processorMs(pid);
  const start = performance.now();
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', body: text });
  const outcome = (await response.json()) as Outcome;
  if (!response.ok) throw new Error(JSON.stringify(outcome));
  return { outcome, ms: performance.now() - start, processorMs: (await processorMs(pid)) - usedBefore };
}

/** The first import in a fresh isolate, as an upload meets it; the median of a few. */
async function timed(config: (heapMb: number, port: number) => string, text: string): Promise<Import> {
  const taken: Import[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const one = await withHeap(config, 128, async (workerd) => {
      const reading = await post(workerd, '/read', text);
      const { outcome, ...importing } = await post(workerd, '/import', text);
      return { outcome, ms: round(importing.ms - reading.ms, 0), processorMs: importing.processorMs - reading.processorMs };
    });
    if (one) taken.push(one);
  }
  const median = taken.sort((a, b) => a.ms - b.ms)[Math.floor(taken.length / 2)];
  if (!median) throw new Error('the document was not imported within 128 MB');
  return median;
}

async function smallestHeap(config: (heapMb: number, port: number) => string, text: string): Promise<number> {
  let smallest = Number.POSITIVE_INFINITY;
  for (const heapMb of HEAPS_MB) {
    const answered = await withHeap(config, heapMb, (workerd) => post(workerd, '/import', text));
    if (!answered) break;
    smallest = heapMb;
  }
  return smallest;
}
