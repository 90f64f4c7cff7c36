// `npm run reconcile`: compares every schedule and listener of a Portage with its database, and corrects the ones that differ.
import { connect, DeployError } from '@portage/deploy-client';
import { readDeploySettings } from '../deploy/settings.ts';

async function run(): Promise<string> {
  const settings = readDeploySettings(process.env);
  const { call } = connect(settings);
  let [checked, corrected, after] = [0, 0, null as string | null];
  const failed: string[] = [];
  do {
    const part = await call('POST /api/maintenance/reconcile', { body: after === null ? {} : { after } });
    checked += part.checked;
    corrected += part.corrected;
    failed.push(...part.failed);
    after = part.next;
  } while (after !== null);
  const told = `${count(checked, 'schedule or listener', 'schedules and listeners')} compared with the database, ${corrected} corrected.`;
  if (failed.length === 0) return told;
  throw new DeployError(`${told} These workflows didn’t respond: ${failed.join(', ')}. Run npm run reconcile again in a moment.`);
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

run().then(
  (text) => process.stdout.write(`${text}\n`),
  (error: unknown) => {
    if (!(error instanceof DeployError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
