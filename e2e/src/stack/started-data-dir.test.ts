import { readdirSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { startedDataDir } from './started-data-dir.ts';

test.runIf(inject('startedDataDir'))('a copy of the started data folder has all its content, so that nothing is made again', async () => {
  const { dataDir, remove } = await startedDataDir();
  try {
    expect(readdirSync(dataDir)).toContain('deployed-areas.json');
    expect(readdirSync(dataDir).sort()).toEqual(readdirSync(inject('startedDataDir') ?? '').sort());
  } finally {
    await remove();
  }
});
