import { HOST_MEMBERS } from '@portage/contracts';
import { calls } from '@portage/contracts/calls';
import { type DescribedContract, describeContract } from '@portage/contracts/compatibility';
import type { ContractUses, DeploymentsClient } from '@portage/deploy-client';
import { expect, test } from 'vitest';
import { type OfferedContract, requireUsedContract } from './used-contract.ts';

const LIST = 'GET /api/gift-cards';
const running = (names: readonly string[]) => describeContract(calls, names);
const uses = (fields: string[], host: string[] = []): ContractUses => ({ calls: [LIST], fields, host });

/** A Portage where `versions` of billing recorded what they use: v1 is live, v2 a canary, v3 a preview, and v0 nobody has. */
function portage(versions: Record<string, ContractUses | null>): Pick<DeploymentsClient, 'call' | 'all'> {
  return {
    all: async () => [{ name: 'billing', kind: 'area', live: 'v1', canary: { version: 'v2', percent: 10 } }] as never,
    call: (async (name: string, input: { params: { version: string }; body: { calls: string[] } }) => {
      if (name === 'GET /api/deployments/previews') return { previews: [{ area: 'billing', version: 'v3', name: 'checkout' }] };
      if (name === 'POST /api/deployments/contract') return { calls: running(input.body.calls) };
      return { uses: versions[input.params.version] ?? null };
    }) as never,
  };
}

const without = (change: (described: DescribedContract) => void): OfferedContract => ({
  host: HOST_MEMBERS,
  describe(names) {
    const described = structuredClone(running(names));
    change(described);
    return described;
  },
});
const noList = without((described) => delete described[LIST]);

test.for(['v1', 'v2', 'v3'])('an API that removes a call which an area’s version %s uses is refused, naming both', async (version) => {
  await expect(requireUsedContract(portage({ [version]: uses([]) }), 'edge-api', noList)).rejects.toThrow(
    new RegExp(`mfe-billing ${version}[^.]* uses ${LIST}, which this version removes\\. .*--anyway`),
  );
});

test('what nobody has may use what is removed, and so may a version that recorded nothing', async () => {
  await requireUsedContract(portage({ v0: uses([]), v1: null }), 'edge-api', noList);
});

test('a field is refused only if an area reads it', async () => {
  const noTotal = without((described) => delete described[LIST]?.response.properties?.totalCount);
  await requireUsedContract(portage({ v1: uses(['giftCards']) }), 'edge-api', noTotal);
  await expect(requireUsedContract(portage({ v1: uses(['totalCount']) }), 'edge-api', noTotal)).rejects.toThrow(
    `mfe-billing v1 uses ${LIST} (response.totalCount), which this version removes.`,
  );
});

test('a field that becomes required is refused: the area can’t send it', async () => {
  const stricter = without((described) => {
    if (described[LIST]) described[LIST].query = { type: 'object', properties: { asOf: { type: 'string' } }, required: ['asOf'] };
  });
  await expect(requireUsedContract(portage({ v1: uses([]) }), 'edge-api', stricter)).rejects.toThrow('(query.asOf)');
});

test('a shell that removes a service of the page is refused, and its calls don’t count', async () => {
  const client = portage({ v1: uses([], Object.keys(HOST_MEMBERS)) });
  await requireUsedContract(client, 'shell', noList);
  const { openSocket: _, ...host } = HOST_MEMBERS;
  await expect(requireUsedContract(client, 'shell', { ...noList, host })).rejects.toThrow(
    'This shell removes what areas use. mfe-billing v1 uses host.openSocket, which this version removes.',
  );
});
