import type { Part, PartResult } from './part.ts';

export interface Finished {
  name: string;
  result: PartResult;
  durationMs: number;
}

interface Parts {
  /** Runs before `tested`, which use its output. */
  build: Part | null;
  checks: Part[];
  tested: Part[];
}

/** Runs all parts, `parallel` at a time, and reports each one's end. */
export async function runParts({ build, checks, tested }: Parts, parallel: number): Promise<Finished[]> {
  const finished: Finished[] = [];
  const run = async (part: Part) => {
    const startedMs = performance.now();
    const result = await part.run().catch(brokenPart);
    const one = { name: part.name, result, durationMs: performance.now() - startedMs };
    finished.push(one);
    tell(one);
  };
  let isBuilt: Promise<void> | undefined;
  // Without a build, the tests are the longest part.
  const waiting = build ? [build, ...checks, ...tested] : [...tested, ...checks];
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      if (part === build) isBuilt = run(part);
      if (tested.includes(part) || part === build) await isBuilt;
      if (part !== build) await run(part);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return finished;
}

function brokenPart(error: unknown): PartResult {
  const message = error instanceof Error ? error.message : String(error);
  return { passed: 0, failed: 1, skipped: 0, output: message };
}

function tell({ name, result, durationMs }: Finished): void {
  const { passed, failed, processorMs, output } = result;
  if (failed > 0) console.log(`\n──── ${name} failed ────\n${output.trim().split('\n').slice(-150).join('\n')}\n────`);
  const counts = `${passed} passed${failed ? `, ${failed} failed` : ''}`;
  const processor = processorMs === undefined ? '' : `, processor ${seconds(processorMs)}`;
  console.log(`${failed ? 'FAILED' : 'ok'}  ${name}: ${counts} (${seconds(durationMs)}${processor})`);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
