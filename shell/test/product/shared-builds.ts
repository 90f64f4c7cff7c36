import type { TestProject } from 'vitest/node';
import { type AreaBuild, buildArea, buildShell, temporaryFolder } from './builds.ts';

declare module 'vitest' {
  interface ProvidedContext {
    builds: { shell: string; areas: string };
  }
}

/** Every version of an area that a test may make live. */
const AREAS: AreaBuild[] = [
  { area: 'workflows', version: 'one' },
  { area: 'workflows', version: 'two' },
  { area: 'workflows', version: 'bad', renderFails: true },
  { area: 'workflows', version: 'hung', hangs: true },
  { area: 'workflows', version: 'ahead', reactVersion: '^20.0.0' },
  { area: 'connectors', version: 'one' },
  { area: 'connectors', version: 'two' },
  { area: 'admin', version: 'one' },
  { area: 'billing', version: 'one' },
  { area: 'playbooks', version: 'one' },
];

/** Builds the shell and the areas once for all files; tests only read them. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder();
  const builds = { shell: `${folder.path}/shell`, areas: `${folder.path}/areas` };
  await buildShell(builds.shell);
  for (const area of AREAS) await buildArea(builds.areas, area);
  project.provide('builds', builds);
  return folder.remove;
}
