import type { TestProject } from 'vitest/node';
import { freePort, startStack, temporaryDataDir } from './stack.ts';

/** The stack that most files share. */
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export.
export default async function globalSetup(project: TestProject) {
  const running = process.env.PORTAGE_E2E_URL;
  if (running) {
    project.provide('baseUrl', running);
    return undefined;
  }
  const { dataDir, remove } = await temporaryDataDir();
  const stack = await startStack({ dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } });
  project.provide('baseUrl', stack.baseUrl);
  return async () => {
    await stack.stop();
    await remove();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
  }
}
