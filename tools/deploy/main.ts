// The deploy commands: `deploy`, `rollback` and `canary` for one workspace, `deploy` for several together, `rollback --to-set` for
// everything, `promote` from one Portage to another, `freeze` and `unfreeze`, and three lists: `deployments`, of what is live, `sets`, of
// every change, and `previews`.
import { parseArgs } from 'node:util';
import { ROOT } from '@portage/build-output';
import { calls } from '@portage/contracts/calls';
import { describeContract } from '@portage/contracts/compatibility';
import { connect, DeployError, type Deployment, type DeploymentsClient } from '@portage/deploy-client';
import {
  type ChangeReason,
  deployArea,
  deployAreasTogether,
  deployPreviews,
  EVERY_PART,
  endFreeze,
  freeze,
  localMinute,
  promoteArea,
  readNamedTarget,
  requireNotFrozen,
  rollBackArea,
  setCanaryOfArea,
} from '@portage/deploy-client/area';
import { buildArea } from './build-workspace.ts';
import { checkSources } from './check-sources.ts';
import { type Deployable, getWorkspace, resolveDeployable, resolveFreezable } from './deployable.ts';
import { deletePreviews, listPreviews, requireAreas } from './previews.ts';
import { describeDifference, listSets, returnToSet } from './sets.ts';
import { type DeploySettings, readDeploySettings } from './settings.ts';
import { formatTable } from './table.ts';
import { deployWorker, rollBackWorker, setCanaryOfWorker, type WorkerDeploy } from './workers/deploy-worker.ts';

const USAGE =
  'npm run deploy|rollback|canary -w <workspace>, npm run promote -- <workspace>, npm run freeze|unfreeze -- <workspace>|all, npm run deployments, npm run sets, or npm run previews';

async function run([command = '', ...args]: string[]): Promise<string> {
  switch (command) {
    case 'deployments': {
      const { values } = parsed(args, { json: { type: 'boolean', default: false } }, 0);
      const deployments = await connect(readDeploySettings(process.env)).all();
      return values.json || process.env.npm_config_json ? JSON.stringify(deployments, null, 2) : deploymentsTable(deployments);
    }
    case 'previews': {
      const { values, positionals } = parsed(args, { delete: { type: 'string' } }, 1);
      const client = connect(readDeploySettings(process.env));
      return values.delete === undefined ? listPreviews(client) : deletePreviews(client, values.delete, positionals[0]);
    }
    case 'sets': {
      const [from, to] = parsed(args, {}, 2).positionals.map(parseSet);
      const client = connect(readDeploySettings(process.env));
      return from === undefined ? listSets(client) : describeDifference(client, from, to);
    }
    case 'deploy': {
      const { values, positionals } = parsed(
        args,
        {
          canary: { type: 'string' },
          preview: { type: 'string' },
          expires: { type: 'string' },
          ...REASON,
          anyway: { type: 'boolean', default: false },
          older: { type: 'boolean', default: false },
        },
        Number.POSITIVE_INFINITY,
      );
      const deployables = [...new Set(positionals.length > 0 ? positionals : [''])].map(resolveDeployable);
      const canary = values.canary === undefined ? null : parsePercent(values.canary, 1, 99);
      const settings = readDeploySettings(process.env);
      const client = connect(settings);
      const reason = readReason(values);
      const { preview, expires } = values;
      if (preview !== undefined) {
        if (canary !== null) throw new DeployError('A version is a preview or a canary. Leave one of them out.');
        return deployPreviews(client, requireAreas(deployables), { name: preview, expires, ...prepare(settings, values.anyway) });
      }
      if (expires !== undefined) throw new DeployError('Only previews expire. Name one: -- --preview checkout-copy --expires 14d');
      await requireNotFrozen(client, deployables, reason);
      return deploy(client, settings, deployables, { canary, reason, isAnyway: values.anyway, isOlder: values.older });
    }
    case 'rollback': {
      const { values, positionals } = parsed(
        args,
        { 'to-set': { type: 'string' }, ...REASON, anyway: { type: 'boolean', default: false } },
        2,
      );
      const [workspace, version] = positionals;
      const settings = readDeploySettings(process.env);
      const client = connect(settings);
      const reason = readReason(values);
      if (values['to-set'] !== undefined) {
        if (workspace !== undefined) throw new DeployError(`A set is everything: leave ${workspace} out. npm run rollback -- --to-set 41`);
        await requireNotFrozen(client, [EVERY_PART], reason);
        return returnToSet(client, settings, parseSet(values['to-set']), reason);
      }
      const deployable = resolveDeployable(workspace ?? '');
      await requireNotFrozen(client, [deployable], reason);
      return deployable.kind === 'area'
        ? rollBackArea(client, deployable, { version, reason })
        : rollBackWorker(client, settings, deployable, { version, reason, isAnyway: values.anyway });
    }
    case 'canary': {
      const { values, positionals } = parsed(args, { version: { type: 'string' }, bad: { type: 'boolean', default: false }, ...REASON }, 2);
      const deployable = resolveDeployable(positionals[0] ?? '');
      const settings = readDeploySettings(process.env);
      const reason = readReason(values);
      const percent = parsePercent(positionals[1] ?? '', 0, values.bad ? 0 : 100);
      const share = { percent, version: values.version, isBad: values.bad, reason };
      const client = connect(settings);
      await requireNotFrozen(client, [deployable], reason);
      return deployable.kind === 'area'
        ? setCanaryOfArea(client, deployable, share)
        : setCanaryOfWorker(client, settings, deployable, share);
    }
    case 'promote': {
      const { values, positionals } = parsed(
        args,
        { from: { type: 'string' }, to: { type: 'string' }, version: { type: 'string' }, canary: { type: 'string' }, ...REASON },
        1,
      );
      const deployable = resolveDeployable(positionals[0] ?? '');
      if (deployable.kind === 'worker')
        throw new DeployError(`${deployable.workspace} is a Worker: deploy the same commit to the other environment. Areas are promoted.`);
      const [from, to] = [readNamedTarget(values.from ?? '', process.env), readNamedTarget(values.to ?? '', process.env)];
      const client = connect(to);
      const reason = readReason(values);
      await requireNotFrozen(client, [deployable], reason);
      return promoteArea(connect(from), client, {
        area: deployable,
        version: values.version ?? null,
        canary: values.canary === undefined ? null : parsePercent(values.canary, 1, 99),
        reason,
        url: to.url,
        describeCalls,
      });
    }
    case 'freeze': {
      const { values, positionals } = parsed(args, { until: { type: 'string' }, reason: { type: 'string' } }, 1);
      return freeze(connect(readDeploySettings(process.env)), resolveFreezable(positionals[0] ?? ''), values);
    }
    case 'unfreeze':
      return endFreeze(connect(readDeploySettings(process.env)), resolveFreezable(parsed(args, {}, 1).positionals[0] ?? ''));
    default:
      throw new DeployError(`"${command}" is no deploy command. Say ${USAGE}.`);
  }
}

/** Workers go first, one after the other, then all areas together: they are checked against the shell that is live by then. */
async function deploy(
  client: DeploymentsClient,
  settings: DeploySettings,
  deployables: readonly Deployable[],
  options: WorkerDeploy,
): Promise<string> {
  if (options.canary !== null && deployables.length > 1)
    throw new DeployError('A canary is of one area or Worker. Deploy them one by one.');
  const messages: string[] = [];
  for (const one of deployables) if (one.kind === 'worker') messages.push(await deployWorker(client, settings, one, options));
  const areas = deployables.filter((one) => one.kind === 'area');
  const [area] = areas;
  const preparation = { ...options, ...prepare(settings, options.isAnyway) };
  if (areas.length > 1) messages.push(await deployAreasTogether(client, areas, preparation));
  else if (area) messages.push(await deployArea(client, { area, ...preparation }));
  return messages.join('\n');
}

const describeCalls = (names: readonly string[]) => describeContract(calls, names);

/** How an area of this checkout is built and checked. */
function prepare({ url }: DeploySettings, isAnyway: boolean) {
  return {
    url,
    checkout: ROOT,
    build: buildArea,
    describeCalls,
    checkSources: isAnyway ? null : checkSources,
  };
}

const REASON = { note: { type: 'string' }, 'override-freeze': { type: 'string' } } as const;

function readReason(values: { note?: string | undefined; 'override-freeze'?: string | undefined }): ChangeReason {
  const { note, 'override-freeze': overrideFreeze } = values;
  return { ...(note ? { note } : {}), ...(overrideFreeze ? { overrideFreeze } : {}) };
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** @throws DeployError for an unknown option; npm consumes options before `--` */
function parsed<const Known extends Options>(args: string[], options: Known, positionals: number) {
  for (const name of Object.keys(options)) {
    if (
      process.env[`npm_config_${name.replace('-', '_')}`] === undefined ||
      args.includes(`--${name}`) ||
      name === 'json' ||
      name === 'version'
    )
      continue;
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

function parseSet(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new DeployError(`A set is a number, not "${text}". List them: npm run sets`);
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
