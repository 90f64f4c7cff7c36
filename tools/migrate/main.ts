// npm run migrate -- --url postgres://…: the deploy step before new code (docs/deploy.md). DATABASE_URL replaces --url;
// --list only shows what would be applied.
import { parseArgs } from 'node:util';
import { applyMigrations, MigrationError, pendingMigrations } from '@portage/local/postgres';
import { databaseUrlProblem } from './database-url.ts';

async function main(): Promise<string | null> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, list: { type: 'boolean' } } });
  const url = values.url ?? process.env.DATABASE_URL ?? '';
  const problem = databaseUrlProblem(url);
  if (problem) return problem;
  const { host, pathname } = new URL(url);
  if (values.list) {
    const pending = await pendingMigrations(url);
    console.log(pending.length > 0 ? `Not applied yet: ${pending.join(', ')}` : `${host}${pathname} has every migration.`);
    return null;
  }
  const applied = await applyMigrations(url, { tell: (line) => console.log(line) });
  console.log(applied.length > 0 ? `${host}${pathname} is up to date.` : `${host}${pathname} was up to date already.`);
  return null;
}

try {
  const problem = await main();
  if (problem) console.error(problem);
  process.exitCode = problem ? 1 : 0;
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  console.error(
    error instanceof MigrationError
      ? `Stopped: ${message}. What came before it is applied and stays; nothing of it is. Mend the cause and run this again.`
      : `The database cannot be migrated: ${message || code}`,
  );
  process.exitCode = 1;
}
