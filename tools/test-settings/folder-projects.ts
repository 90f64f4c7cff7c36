import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';

/** The test projects of a folder that has a vitest.config.ts. */
export async function readProjects(folder: string): Promise<TestProjectInlineConfiguration[]> {
  const { default: config } = (await import(join(ROOT, folder, 'vitest.config.ts'))) as { default: ViteUserConfig };
  return (config.test?.projects ?? [config]) as TestProjectInlineConfiguration[];
}

export const isUnit = ({ test }: TestProjectInlineConfiguration) => test?.name === 'unit';
