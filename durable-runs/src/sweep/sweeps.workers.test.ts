import { runCron } from '@portage/contracts/crons';
import { connectHttp } from '@portage/database';
import { expect, test } from 'vitest';
import { testEnv } from '../../test/harness.ts';
import { sweeps } from './sweeps.ts';

test('a failing sweep holds up no other', async () => {
  const env = { ...testEnv, CONNECTOR_KEYS: 'no key ring' };
  const swept = runCron(sweeps, { env, db: connectHttp(env), nowMs: Date.now() });
  await expect(swept).rejects.toThrow(/^1 of 6 jobs failed/);
});
