import { StartError } from '../start-error.ts';
import { runPortage } from './run-portage.ts';
import { readSettings } from './settings.ts';

// A closed terminal or pipe must not stop the work halfway.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await runPortage(readSettings(process.env, { isProduction: process.argv.includes('--production') }));
} catch (error) {
  // One line for a problem that the person can solve; the full error only for an unforeseen one.
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
