import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDatabase } from '@portage/local/testing';
import { expect, test } from 'vitest';
import { signIn, signUp } from '../api/session.ts';
import { freePort, startStack, temporaryDataDir } from '../stack/stack.ts';

test('DATABASE_URL: that PostgreSQL holds the data, no embedded one is started, and it stays up afterwards', async () => {
  const database = await startTestDatabase();
  const [one, other] = [await temporaryDataDir(), await temporaryDataDir()];
  const env = { DATABASE_URL: database.databaseUrl, PORTAGE_SEED_DEMO: 'false' };
  try {
    const first = await startStack({ dataDir: one.dataDir, port: await freePort(), env });
    const { email, password } = await signUp(first.baseUrl);
    await first.stop();
    expect(existsSync(join(one.dataDir, 'postgres'))).toBe(false);

    const second = await startStack({ dataDir: other.dataDir, port: await freePort(), env });
    await signIn(second.baseUrl, { email, password });
    await second.stop();
  } finally {
    await database.stop();
    await one.remove();
    await other.remove();
  }
});
