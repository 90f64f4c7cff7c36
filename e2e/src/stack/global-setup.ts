import type { TestProject } from 'vitest/node';
import { freePort, type Stack, startStack } from './stack.ts';
import { makeStartedDataDir, startedDataDir } from './started-data-dir.ts';

/** The stacks that most files share, one per test process. */
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export.
export default async function globalSetup(project: TestProject) {
  const running = process.env.PORTAGE_E2E_URL;
  if (running) {
    project.provide('baseUrls', [running]);
    project.provide('dataDirs', []);
    project.provide('startedDataDir', null);
    return undefined;
  }
  const folder = await makeStartedDataDir();
  project.provide('startedDataDir', folder.dataDir);
  const started = await Promise.all(Array.from({ length: project.vitest.config.maxWorkers }, () => startSharedStack(folder.dataDir)));
  project.provide(
    'baseUrls',
    started.map(({ stack }) => stack.baseUrl),
  );
  project.provide(
    'dataDirs',
    started.map(({ stack }) => stack.dataDir),
  );
  return async () => {
    await Promise.all([...started.map(({ stop }) => stop()), folder.remove()]);
  };
}

async function startSharedStack(startedFolder: string): Promise<{ stack: Stack; stop(): Promise<void> }> {
  const { dataDir, remove } = await startedDataDir(startedFolder);
  const stack = await startStack({ dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } });
  return {
    stack,
    async stop() {
      await stack.stop();
      await remove();
    },
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    baseUrls: string[];
    /** The data folders of these stacks; empty if a running Portage is tested. */
    dataDirs: string[];
  }
}
