import { runPortage } from './run-portage.ts';
import { readSettings } from './settings.ts';
import { StartError } from './start-error.ts';

// A closed terminal or pipe is no reason to stop half-way.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await runPortage(readSettings(process.env));
} catch (error) {
  // One line for what a person can mend; the whole story only for what nobody foresaw.
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
