import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '@portage/build-output';
import type { Target } from './targets.ts';

/** A build tool ended with an error; `output` is what it printed. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  readonly output: string;

  constructor(label: string, output: string) {
    super(`Building ${label} failed.`);
    this.output = output;
  }
}

const getStampPath = (target: Target) => join(CACHE, 'built', target.name.replaceAll(' ', '-'));

/** Whether this target's last good build had the same inputs, and its output still exists. */
export function isUpToDate(target: Target): boolean {
  const stamp = getStampPath(target);
  return existsSync(target.output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === target.version;
}

/** @throws BuildError with the tool's own output */
export async function runTarget(target: Target): Promise<void> {
  const [command = '', ...args] = target.command;
  const child = spawn(command, args, { cwd: target.cwd, env: { ...process.env, ...target.env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0 || !existsSync(target.output)) throw new BuildError(target.label, output);
  mkdirSync(join(CACHE, 'built'), { recursive: true });
  writeFileSync(getStampPath(target), target.version);
}
