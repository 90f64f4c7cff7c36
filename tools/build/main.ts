// npm run build: builds what changed; with --first only what others are built and tested from.
import { buildAll } from './build-all.ts';
import { takeBuildLock } from './build-lock.ts';
import { publishArea, publishShell, writeBuiltAreas } from './publish-site.ts';
import { BuildError } from './run-target.ts';
import { firstTargets, mainTargets } from './targets.ts';

const without = process.argv
  .slice(2)
  .filter((argument) => argument.startsWith('--without='))
  .map((argument) => `area ${argument.slice('--without='.length)}`);

/** Builds everything that changed except the areas in `--without=…`, and publishes it for the local Portage. */
async function build(): Promise<void> {
  await buildAll(firstTargets());
  // Tests of any workspace need only this.
  if (process.argv.includes('--first')) return;
  const targets = mainTargets().filter((target) => !without.includes(target.name));
  await buildAll(targets);
  const versions: Record<string, string> = {};
  for (const target of targets) {
    if (target.name === 'shell') await publishShell(target.version);
    const area = target.name.startsWith('area ') ? target.name.slice('area '.length) : null;
    if (area === null) continue;
    await publishArea(area, target.version);
    versions[area] = target.version;
  }
  writeBuiltAreas(versions);
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
