// npm run worker-types: regenerates the types of what each wrangler.jsonc binds, after a change to it.
import { workerFolders } from '../platform/worker-files.ts';
import { wranglerTypes } from './generate.ts';

for (const worker of workerFolders()) {
  const { code, output } = await wranglerTypes(worker);
  if (code === 0) console.log(`Wrote the types of ${worker}.`);
  else {
    console.error(output);
    process.exitCode = 1;
  }
}
