// npm run NAME: installs if needed, then runs the command on Node 24. What it accepts is at the top of its main.ts.
import { ensureInstalled, fail, markInstalled, runOnNode24 } from './bootstrap.mjs';

const [name, ...rest] = process.argv.slice(2);
const deployment = { script: 'tools/deploy/main.ts', args: [name, ...rest] };

/** Commands that aren't simply `main.ts` in the folder of their name, with the given arguments. */
const SPECIAL = {
  deploy: deployment,
  rollback: deployment,
  canary: deployment,
  deployments: deployment,
  sets: deployment,
  promote: deployment,
  previews: deployment,
  freeze: deployment,
  unfreeze: deployment,
  // They start their own Portage.
  bench: { script: 'bench/src/main.ts', isBuiltFirst: true },
  crash: { script: 'e2e/src/crash/main.ts', isBuiltFirst: true },
  'guide-pictures': { script: 'e2e/src/guide-pictures/main.ts' },
  dev: { stopsInOrder: true },
  'pack-cli': { script: 'packages/cli/tools/pack.ts' },
  typecheck: { script: 'tools/test/main.ts', args: ['types'] },
};

if (!name) fail('Which command? For example: node tools/run.mjs build');
const { script = `tools/${name}/main.ts`, args = rest, isBuiltFirst = false, stopsInOrder = false } = SPECIAL[name] ?? {};
ensureInstalled();
const built = isBuiltFirst ? await runOnNode24('tools/build/main.ts') : 0;
const code = built === 0 ? await runOnNode24(script, args, { stopsInOrder }) : built;
// A new area's workspace is the only change of the lock file, and it is linked, so there is nothing left to install.
if (name === 'new-area' && code === 0) markInstalled();
process.exit(code);
