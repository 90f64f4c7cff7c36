// npm run platform -- set-up production --domain portage.acme.com --registry-id <id> --database-url postgres://…
// npm run platform -- check production
// npm run platform -- admin --database-url postgres://… --email you@acme.com
// Sets the values that docs/deploy.md asks for once.
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '@portage/build-output';
import { makeAdmin } from '@portage/local/postgres';
import { writeSecretFiles } from './secret-files.ts';
import { accountProblems, readAccount, writeAccount } from './set-up.ts';
import { type EnvironmentName, environmentNames } from './worker-files.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    domain: { type: 'string' },
    'registry-id': { type: 'string' },
    'database-url': { type: 'string' },
    email: { type: 'string' },
  },
});
const [command, name] = positionals;

function environment(): EnvironmentName {
  const known = environmentNames.find((one) => one === name);
  if (!known) throw new Error(`Say which environment: ${environmentNames.join(' or ')}.`);
  return known;
}

async function run(): Promise<void> {
  switch (command) {
    case 'set-up': {
      const before = readAccount(environment());
      writeAccount(environment(), { domain: values.domain ?? before.domain, registryId: values['registry-id'] ?? before.registryId });
      const given = values['database-url'] ? { DATABASE_URL: values['database-url'] } : {};
      const { files, missing } = writeSecretFiles(environment(), given);
      console.log(
        `${environment()} is at https://${readAccount(environment()).domain}; keep what these files hold where only you can read it:`,
      );
      for (const file of files) console.log(`  ${relative(ROOT, file)}`);
      if (missing.length > 0) throw new Error(`Still to be said: ${missing.join(', ')} (--database-url, or by hand in those files).`);
      return;
    }
    case 'check': {
      const problems = accountProblems(readAccount(environment()));
      if (problems.length > 0) throw new Error([`${environment()} cannot be deployed yet:`, ...problems].join('\n'));
      console.log(`${environment()} can be deployed to https://${readAccount(environment()).domain}.`);
      return;
    }
    case 'admin': {
      const url = values['database-url'] ?? process.env.DATABASE_URL;
      if (!url || !values.email) throw new Error('Say which database and whom: --database-url postgres://… --email you@acme.com');
      const done = await makeAdmin(url, values.email);
      if (!done) throw new Error(`No account has the address ${values.email}. Sign up first, at /signup.`);
      console.log(done);
      return;
    }
    default:
      throw new Error('npm run platform -- set-up|check <staging|production>, or admin. See docs/deploy.md.');
  }
}

try {
  await run();
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  console.error(message || code);
  process.exitCode = 1;
}
