import { takeBuildLock } from './build-lock.ts';
import { publishArea, publishRegistry, publishShell } from './publish-site.ts';
import { BuildError, isUpToDate, runTarget } from './run-target.ts';
import { firstTargets, mainTargets, type Target } from './targets.ts';

const PARALLEL = 2;

/** Builds what changed and publishes it for the local Portage. */
async function build(): Promise<void> {
  await buildAll(firstTargets());
  const targets = mainTargets();
  await buildAll(targets);
  const versions: Record<string, string> = {};
  for (const target of targets) {
    if (target.name === 'shell') await publishShell(target.version);
    const area = target.name.startsWith('area ') ? target.name.slice('area '.length) : null;
    if (area === null) continue;
    await publishArea(area, target.version);
    versions[area] = target.version;
  }
  publishRegistry(versions);
}

async function buildAll(targets: Target[]): Promise<void> {
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

const release = await takeBuildLock();
process.once('exit', release);
try {
  await build();
} catch (error) {
  if (error instanceof BuildError) console.error(error.output.trim());
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
