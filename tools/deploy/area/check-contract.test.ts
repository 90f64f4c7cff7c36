import { type CallDeclarations, HOST_MEMBERS } from '@portage/contracts';
import { calls } from '@portage/contracts/calls';
import { type DescribedContract, describeContract } from '@portage/contracts/compatibility';
import { type Bundle, DeployError, findMissing, findUses } from '@portage/deploy-client';
import { checkContract } from '@portage/deploy-client/area';
import { expect, test } from 'vitest';
import { z } from 'zod';

const pet = { summary: 'A pet.', access: 'user', effect: 'read', response: z.object({ id: z.string() }) } as const;
const addPet = { ...pet, effect: 'write', body: z.strictObject({ name: z.string() }) } as const;
const target = describeContract({ 'GET /api/pets/{id}': pet, 'POST /api/pets': addPet });
const ahead: CallDeclarations = {
  'GET /api/pets/{id}': { ...pet, response: z.object({ id: z.string(), owner: z.object({ nick: z.string() }), note: z.string() }) },
  'POST /api/pets': { ...addPet, body: z.strictObject({ name: z.string(), colour: z.string().optional() }) },
  'GET /api/vets': pet,
};

test.for<[string, string, string, string]>([
  ['a new call', 'GET /api/vets', 'api("GET /api/vets")', 'GET /api/vets'],
  ['a new field of a response', 'GET /api/pets/{id}', '{note:e}=await api("GET /api/pets/{id}")', 'GET /api/pets/{id} (response.note)'],
  ['a new field of a body', 'POST /api/pets', 'api("POST /api/pets",{body:{name:e,colour:t}})', 'POST /api/pets (body.colour)'],
])('an area that uses %s which the target lacks is refused by its name', ([, call, scripts, missing]) => {
  const { uses, built } = findUses(bundleWith(scripts), (names) => describeContract(ahead, names));
  expect(uses.calls).toEqual([call]);
  expect(findMissing(uses, built, target)).toEqual([missing]);
});

test('an area that uses only what the target has is accepted, whatever else its tree has', () => {
  const scripts = 'api("GET /api/pets/{id}",{}).then(e=>e.id);api("POST /api/pets",{body:{name:e}})';
  const { uses, built } = findUses(bundleWith(scripts), (names) => describeContract(ahead, names));
  expect(uses).toEqual({ calls: ['GET /api/pets/{id}', 'POST /api/pets'], fields: ['id', 'name'], host: Object.keys(HOST_MEMBERS) });
  expect(findMissing(uses, built, target)).toEqual([]);
});

function bundleWith(scripts: string): Bundle {
  return { area: 'billing', version: 'v1', files: [{ path: 'app.js', content: Buffer.from(scripts), sha256: '' }] };
}

const bundle = bundleWith('api("GET /api/users/me")');

const describeCalls = (names: readonly string[]) => describeContract(calls, names);

test('says what to deploy first', async () => {
  const described: DescribedContract = {};
  await expect(checkContract({ call: (async () => ({ calls: described })) as never }, bundle, describeCalls)).rejects.toThrow(
    /^mfe-billing uses what the running API does not have, or has differently: GET \/api\/users\/me\. .*npm run deploy -w edge-api$/,
  );
});

test('an API that is too old to describe itself is compared by its number alone', async () => {
  const call = async () => {
    throw new DeployError('There is no such address.', 404);
  };
  await expect(checkContract({ call: call as never }, bundle, describeCalls)).resolves.toMatchObject({ calls: ['GET /api/users/me'] });
});
