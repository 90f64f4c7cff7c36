#!/usr/bin/env node
// The commands of an area in a repository of its own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatKilobytes } from '@portage/contracts';
import type { DescribedContract } from '@portage/contracts/compatibility';
import { removeArea, rollBackArea, setCanaryOfArea } from '../area/change-share.ts';
import { checkBundle } from '../area/check-area.ts';
import { endFreeze, freeze, requireNotFrozen } from '../area/freezes.ts';
import { deployArea } from '../area/give-area.ts';
import { deployPreviews, endPreviews } from '../area/preview-area.ts';
import { promoteArea } from '../area/promote-area.ts';
import { requirePassed } from '../area/require-passed.ts';
import { readNamedTarget, readTargetOrigin } from '../area/target.ts';
import { DeployError } from '../deploy-error.ts';
import { connect } from '../deployments-client.ts';
import { runCommand } from '../run-command.ts';
import { type OutsideArea, readAreaSettings } from './area-settings.ts';
import { buildArea } from './build-area.ts';

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  preview: { type: 'string' },
  expires: { type: 'string' },
  delete: { type: 'string' },
  canary: { type: 'string' },
  version: { type: 'string' },
  anyway: { type: 'boolean', default: false },
  older: { type: 'boolean', default: false },
  until: { type: 'string' },
  reason: { type: 'string' },
  note: { type: 'string' },
  'override-freeze': { type: 'string' },
} as const;

async function run([command = '', ...args]: string[]): Promise<string> {
  const root = process.cwd();
  const area = readAreaSettings(root);
  const { values, positionals } = parse(args);
  const { to, from, version, note, 'override-freeze': overrideFreeze } = values;
  const reason = { ...(note ? { note } : {}), ...(overrideFreeze ? { overrideFreeze } : {}) };
  const canary = values.canary === undefined ? null : parsePercent(values.canary, 1);
  switch (command) {
    case 'build': {
      const bundle = await buildArea(root, area.name);
      const { size } = checkBundle(area, bundle);
      return `${area.workspace} ${bundle.version}: ${formatKilobytes(size.firstBytes)} before the first page, ${formatKilobytes(size.totalBytes)} in all (brotli).`;
    }
    case 'deploy': {
      const { preview, expires } = values;
      const client = open(to);
      const preparation = {
        url: readUrl(to),
        checkout: root,
        build: () => buildArea(root, area.name),
        describeCalls,
        checkSources: values.anyway ? null : () => checkSources(root, area),
        outside: { menu: area.menu, kitVersion: readKitVersion(root) },
      };
      if (preview !== undefined) return deployPreviews(client, [area], { name: preview, expires, ...preparation });
      if (expires !== undefined) throw new DeployError('Only previews expire. Name one: -- --preview checkout-copy --expires 14d');
      await requireNotFrozen(client, [area], reason);
      return deployArea(client, { area, canary, reason, isOlder: values.older, ...preparation });
    }
    case 'preview': {
      const name = values.delete;
      if (name === undefined) throw new DeployError('Make one: npm run deploy -- --preview NAME. End it: npm run preview -- --delete NAME');
      const ended = await endPreviews(open(to), name, area.name);
      if (ended.length === 0) throw new DeployError(`There is no preview ${name}.`);
      return `The preview ${name} has ended: everyone gets the live version.`;
    }
    case 'canary':
      return setCanaryOfArea(open(to), area, { percent: parsePercent(positionals[0] ?? '', 0), version, isBad: false, reason });
    case 'rollback':
      return rollBackArea(open(to), area, { version: positionals[0], reason });
    case 'promote': {
      const [source, target] = [readNamedTarget(from ?? '', process.env), readNamedTarget(to ?? '', process.env)];
      await requireNotFrozen(connect(target), [area], reason);
      const promotion = { area, version: version ?? null, canary, reason, url: target.url, describeCalls };
      return promoteArea(connect(source), connect(target), promotion);
    }
    case 'freeze':
      return freeze(open(to), area, values);
    case 'unfreeze':
      return endFreeze(open(to), area);
    case 'remove':
      return removeArea(open(to), area, { reason });
    default:
      throw new DeployError(
        `"${command}" is no command. Say npm run build, deploy, preview, canary, rollback, promote, freeze, unfreeze or remove.`,
      );
  }
}

/** Runs the repository's own scripts, all at once. @throws DeployError with the output of what failed */
async function checkSources(root: string, area: OutsideArea): Promise<void> {
  const env = { CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0' };
  requirePassed(area, await Promise.all(area.checks.map((script) => runCommand(process.execPath, ['--run', script], { cwd: root, env }))));
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new DeployError(
      `${(error as Error).message.split('. ')[0]}. Options follow after --: npm run deploy -- --to https://portage.example`,
    );
  }
}

function readUrl(to: string | undefined): string {
  const address = to ?? process.env.PORTAGE_URL;
  if (!address) throw new DeployError('Which Portage? Say -- --to https://portage.example, or set PORTAGE_URL.');
  return readTargetOrigin(address);
}

function open(to: string | undefined) {
  const token = process.env.PORTAGE_DEPLOY_TOKEN;
  if (!token)
    throw new DeployError('Set PORTAGE_DEPLOY_TOKEN to a deploy token of this Portage that covers the area. Its admins have one.');
  return connect({ url: readUrl(to), token });
}

function parsePercent(text: string, least: number): number {
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (percent >= least && percent <= 100) return percent;
  throw new DeployError(`A share is a whole number of percent from ${least} to 100, not "${text}".`);
}

const require = createRequire(import.meta.url);

/** The contract as it was when the kit was packed. */
function describeCalls(names: readonly string[]): DescribedContract {
  const contract = JSON.parse(readFileSync(require.resolve('@portage/contracts/contract.json'), 'utf8')) as DescribedContract;
  return Object.fromEntries(Object.entries(contract).filter(([name]) => names.includes(name)));
}

/** Of the kit that the area is built with: the repository installs it. */
function readKitVersion(root: string): string {
  const file = createRequire(join(root, 'package.json')).resolve('@portage/area-kit/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Commands without the workspace: the repository has no other one to name. */
function withoutWorkspace(message: string): string {
  return message
    .replaceAll(/ -w mfe-\w+/g, '')
    .replaceAll(/ -- mfe-\w+(?= |$)/gm, ' --')
    .replaceAll(/ --$/gm, '');
}

try {
  console.log(withoutWorkspace(await run(process.argv.slice(2))));
} catch (error) {
  console.error(error instanceof DeployError ? withoutWorkspace(error.message) : error);
  process.exitCode = 1;
}
