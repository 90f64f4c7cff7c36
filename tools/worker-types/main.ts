// npm run worker-types: writes down as types what each wrangler.jsonc binds, after a change of it.
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
