import type { DeploymentsClient } from '@portage/deploy-client';
import { EVERY_PART, endFreeze, freeze, requireNotFrozen } from '@portage/deploy-client/area';
import { expect, test } from 'vitest';
import { resolveDeployable, resolveFreezable } from './deployable.ts';

const FREEZE = { name: 'billing', endsAt: '2026-12-01T08:00:00.000Z', by: 'ana@portage.example', reason: 'Black Friday' };

/** A target with these freezes, and the calls that it got. */
function createTarget({ freezes = [FREEZE], isEnded = true } = {}) {
  const calls: unknown[] = [];
  const client = {
    call: async (call: string, input: object) => {
      calls.push({ call, ...input });
      return { freezes, isEnded };
    },
  } as unknown as DeploymentsClient;
  return { client, calls };
}

test('an area, a Worker or everything is frozen until a time on this machine’s clock', async () => {
  const { client, calls } = createTarget();
  for (const [workspace, name] of [
    ['mfe-billing', 'billing'],
    ['edge-api', 'edge-api'],
    ['mfe-reports', 'reports'],
    ['all', 'all'],
  ] as const) {
    const told = await freeze(client, resolveFreezable(workspace), { until: '2026-12-01T08:00', reason: 'Black Friday' });
    expect(told).toContain(`${workspace} is frozen until 2026-12-01 08:00: Black Friday\n  End it: npm run unfreeze -- ${workspace}`);
    const endsAt = new Date('2026-12-01T08:00').toISOString();
    expect(calls.at(-1)).toEqual({ call: 'POST /api/deployments/freezes', body: { name, endsAt, reason: 'Black Friday' } });
  }
});

test('a freeze without a reason, without an end or of something unknown is refused, and nothing is sent', async () => {
  const { client, calls } = createTarget();
  await expect(freeze(client, EVERY_PART, { until: '2026-12-01T08:00' })).rejects.toThrow(/has a reason/);
  await expect(freeze(client, EVERY_PART, { reason: 'Sale' })).rejects.toThrow(/has an end, .* not ""/);
  await expect(freeze(client, EVERY_PART, { reason: 'Sale', until: 'Friday' })).rejects.toThrow(/not "Friday"/);
  expect(() => resolveFreezable('none')).toThrow(/none is not deployed/);
  expect(calls).toEqual([]);
});

test('ending a freeze says whether there was one', async () => {
  const { client, calls } = createTarget();
  expect(await endFreeze(client, resolveFreezable('mfe-billing'))).toBe('mfe-billing is no longer frozen.');
  expect(calls).toEqual([{ call: 'DELETE /api/deployments/freezes/{name}', params: { name: 'billing' } }]);
  expect(await endFreeze(createTarget({ isEnded: false }).client, EVERY_PART)).toBe("all wasn't frozen; nothing was changed.");
});

test('a deploy of what is frozen is refused before the build, with the reason and the way around it', async () => {
  const billing = [resolveDeployable('mfe-billing')];
  const { client } = createTarget();
  await expect(requireNotFrozen(client, billing, {})).rejects.toThrow(
    /^billing is frozen until 2026-12-01 \d\d:\d\d, by ana@portage\.example: Black Friday\n.*--override-freeze "why"$/,
  );
  await expect(requireNotFrozen(client, [EVERY_PART], {})).rejects.toThrow(/billing is frozen/);
  await requireNotFrozen(client, [resolveDeployable('mfe-admin')], {});
  await requireNotFrozen(client, billing, { overrideFreeze: 'Prices are wrong' });
  const everything = createTarget({ freezes: [{ ...FREEZE, name: 'all' }] });
  await expect(requireNotFrozen(everything.client, billing, {})).rejects.toThrow(/^Everything is frozen/);
});
