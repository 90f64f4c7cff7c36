import { contractVersion } from '@portage/contracts';
import { calls } from '@portage/contracts/calls';
import { compareContracts, describeContract } from '@portage/contracts/compatibility';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, DEPLOY_TOKEN } from '../../test/api.ts';
import { builtArea, findDeployment, giveTurn, makeVersion, newVersion, register, takeTurn, upload } from '../../test/areas.ts';

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

test('the API describes the calls that are asked for, so that an area built from another tree can be compared with it', async () => {
  const names = ['GET /api/gift-cards', 'GET /api/deployments', 'GET /api/no-such-call'];
  const { status, body } = await api('POST /api/deployments/contract', { token: DEPLOY_TOKEN, body: { calls: names } });
  expect([status, Object.keys(body.calls)]).toEqual([200, ['GET /api/deployments', 'GET /api/gift-cards']]);
  expect(compareContracts(describeContract(calls, names), body.calls)).toEqual([]);
});

test('what an area uses of the contract is stored with its version, for the Workers that are deployed later', async () => {
  const uses = { calls: ['GET /api/gift-cards'], fields: ['totalCount'], host: ['openSocket'] };
  const version = await makeVersion('billing', { body: { uses } });
  const read = (name: string) => api(`GET /api/deployments/billing/versions/${name}`, { token: DEPLOY_TOKEN });
  expect((await read(version)).body.uses).toEqual(uses);
  expect((await read(await makeVersion('billing'))).body.uses).toBeNull();
  expect((await findDeployment('billing')).versions[0]).not.toHaveProperty('uses');
});
