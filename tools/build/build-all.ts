import { isUpToDate, runTarget } from './run-target.ts';
import type { Target } from './targets.ts';

const PARALLEL = 2;

/** Builds the targets that have changed. @throws BuildError with the tool's own output */
export async function buildAll(targets: Target[]): Promise<void> {
  const waiting = targets.filter((target) => !isUpToDate(target));
  const total = waiting.length;
  let done = 0;
  const work = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      const startedMs = performance.now();
      await runTarget(target);
      done += 1;
      console.log(`Built ${target.label} (${((performance.now() - startedMs) / 1000).toFixed(1)} s, ${done} of ${total})`);
    }
  };
  if (total > 0) console.log(`Building ${total} ${total === 1 ? 'part' : 'parts'} …`);
  await Promise.all(Array.from({ length: PARALLEL }, work));
}
