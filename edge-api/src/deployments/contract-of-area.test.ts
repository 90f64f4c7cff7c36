import { contractVersion } from '@portage/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtArea, giveTurn, makeVersion, newVersion, register, takeTurn, upload } from '../../test/areas.ts';

beforeAll(takeTurn);
afterAll(giveTurn);

async function registered(built: string | null) {
  const version = newVersion();
  const files = builtArea('billing', version);
  for (const [path, content] of Object.entries(files)) await upload('billing', version, path, content);
  return register('billing', version, files, { body: { contractVersion: built } });
}

test('an area built against a newer contract than the API’s is refused: it would make calls that don’t exist', async () => {
  expect(await registered(String(contractVersion + 1))).toMatchObject({
    status: 409,
    message: `billing was built against contract ${contractVersion + 1} of the API, but the running API has contract ${contractVersion}. Deploy edge-api first.`,
  });
});

test('one built against the same, an older or an unknown contract is accepted', async () => {
  for (const built of [String(contractVersion), '0', null, 'unknown']) expect((await registered(built)).status).toBe(200);
  await makeVersion('billing');
});
