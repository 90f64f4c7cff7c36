import { dirname } from 'node:path';
import { type Bundle, DeployError, type DeployedArea, readBundle } from '@portage/deploy-client';
import { buildAll } from '../build/build-all.ts';
import { takeBuildLock } from '../build/build-lock.ts';
import { BuildError } from '../build/run-target.ts';
import { firstTargets, mainTargets, type Target } from '../build/targets.ts';
import { collectFolders } from '../build/workspaces.ts';
import { type Deployable, resolveDeployable } from './deployable.ts';

/** Builds a workspace and its parts. `read` gets the result before another build touches it. @throws DeployError with the tool's message */
export async function buildWorkspace<Result>(deployable: Deployable, read: (target: Target) => Promise<Result> | Result): Promise<Result> {
  const release = await takeBuildLock();
  process.once('exit', release);
  try {
    const needed = collectFolders(deployable.workspace);
    await buildAll(firstTargets().filter(({ name }) => needed.includes(`packages/${name}`)));
    const targets = listTargets(deployable);
    // In this order: the shell's Worker contains the shell's page.
    for (const target of targets) await buildAll([target]);
    const [first] = targets;
    if (!first) throw new DeployError(`${deployable.workspace} has nothing to build. Is its folder complete?`);
    return await read(first);
  } catch (error) {
    if (error instanceof BuildError) throw new DeployError(`${error.output.trim()}\n${error.message} Nothing was uploaded.`);
    throw error;
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Reads the build before another one can remove it. @throws DeployError */
export function buildArea({ name, workspace }: DeployedArea): Promise<Bundle> {
  return buildWorkspace(resolveDeployable(workspace), ({ version, output }) => readBundle(name, version, dirname(output)));
}

/** The target that names the version comes first. */
function listTargets({ kind, name }: Deployable): Target[] {
  const names = kind === 'area' ? [`area ${name}`] : name === 'shell' ? ['shell', 'worker shell'] : [`worker ${name}`];
  const all = mainTargets();
  return names.flatMap((wanted) => all.filter((target) => target.name === wanted));
}
