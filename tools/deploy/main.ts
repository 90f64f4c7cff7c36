// The deploy commands: `deploy`, `rollback` and `canary` for one workspace, and `deployments`, the table of all.
import { parseArgs } from 'node:util';
import { connect, DeployError, type Deployment } from '@portage/deploy-client';
import { deployArea } from './area/deploy-area.ts';
import { rollBackArea, setCanaryOfArea } from './change-share.ts';
import { getWorkspace, resolveDeployable } from './deployable.ts';
import { readDeploySettings } from './settings.ts';
import { formatTable } from './table.ts';
import { deployWorker, rollBackWorker, setCanaryOfWorker } from './workers/deploy-worker.ts';

const USAGE = 'npm run deploy|rollback|canary -w <workspace>, or npm run deployments';

async function run([command = '', ...args]: string[]): Promise<string> {
  if (command === 'deployments') {
    const { values } = parsed(args, { json: { type: 'boolean', default: false } }, 0);
    const deployments = await connect(readDeploySettings(process.env)).all();
    return values.json || process.env.npm_config_json ? JSON.stringify(deployments, null, 2) : deploymentsTable(deployments);
  }
  const deployable = resolveDeployable(args.shift() ?? '');
  const settings = readDeploySettings(process.env);
  const client = connect(settings);
  const isArea = deployable.kind === 'area';
  switch (command) {
    case 'deploy': {
      const { values } = parsed(
        args,
        { canary: { type: 'string' }, note: { type: 'string' }, anyway: { type: 'boolean', default: false } },
        0,
      );
      const canary = values.canary === undefined ? null : parsePercent(values.canary, 1, 99);
      const wanted = { canary, note: values.note, url: settings.url };
      return isArea
        ? deployArea(client, { area: deployable.name, ...wanted })
        : deployWorker(client, settings, deployable, { ...wanted, isAnyway: values.anyway });
    }
    case 'rollback': {
      const { values, positionals } = parsed(args, { anyway: { type: 'boolean', default: false } }, 1);
      const [version] = positionals;
      return isArea
        ? rollBackArea(client, deployable, version)
        : rollBackWorker(client, settings, deployable, { version, isAnyway: values.anyway });
    }
    case 'canary': {
      const { values, positionals } = parsed(args, { version: { type: 'string' } }, 1);
      const share = { percent: parsePercent(positionals[0] ?? '', 0, 100), version: values.version };
      return isArea ? setCanaryOfArea(client, deployable, share) : setCanaryOfWorker(client, settings, deployable, share);
    }
    default:
      throw new DeployError(`"${command}" is no deploy command. Say ${USAGE}.`);
  }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** @throws DeployError for an unknown option; npm consumes options before `--` */
function parsed<const Known extends Options>(args: string[], options: Known, positionals: number) {
  for (const name of Object.keys(options)) {
    if (process.env[`npm_config_${name}`] === undefined || args.includes(`--${name}`) || name === 'json' || name === 'version') continue;
    throw new DeployError(`npm took --${name} for itself. Put -- before the options: npm run … -- --${name} …`);
  }
  try {
    const result = parseArgs({ args, options, allowPositionals: true });
    if (result.positionals.length > positionals) throw new Error(`"${result.positionals[positionals]}" is one word too many`);
    return result;
  } catch (error) {
    throw new DeployError(
      `${(error as Error).message.split('. ')[0]}. Options follow after --: npm run deploy -w mfe-workflows -- --canary 10`,
    );
  }
}

function parsePercent(text: string, least: number, most: number): number {
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (percent >= least && percent <= most) return percent;
  throw new DeployError(
    `A share is a whole number of percent from ${least} to ${most}, not "${text}". Say it as in: npm run canary -w mfe-workflows 10`,
  );
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof DeployError ? error.message : error);
  process.exitCode = 1;
}

/** The live versions: one line per area and Worker. */
function deploymentsTable(deployments: readonly Deployment[]): string {
  const rows = deployments.map((one) => [
    getWorkspace(one.name),
    one.live ?? '-',
    one.canary ? `${one.canary.version} ${one.canary.percent} %` : '-',
    one.previous ?? '-',
    one.changed ? (one.changed.by ?? 'Portage itself') : '-',
    one.changed ? localMinute(new Date(one.changed.at)) : '-',
  ]);
  return formatTable(['name', 'live', 'canary', 'previous', 'by', 'when'], rows);
}

/** `2026-11-21 14:05`, in this machine's time zone. */
function localMinute(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
