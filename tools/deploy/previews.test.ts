import type { DeploymentsClient } from '@portage/deploy-client';
import { DeployError } from '@portage/deploy-client';
import { deployPreviews, parseLifeMs } from '@portage/deploy-client/area';
import { expect, test, vi } from 'vitest';
import { resolveDeployable, toDeployedArea } from './deployable.ts';
import { deletePreviews, listPreviews, requireAreas } from './previews.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const preview = (area: string, name: string) => ({
  id: `${area} ${name}`,
  area,
  name,
  version: 'v1',
  by: 'pipeline',
  endsAt: '2026-12-07T10:00:00.000Z',
  source: { commit: 'a'.repeat(40), committedAt: '2026-12-01T10:00:00Z', branch: name, isDirty: false, pipeline: null },
  link: `https://portage.example/preview#${area}`,
});

function clientWith(previews: unknown[], deleted: string[] = []) {
  const call = async (key: string, input: { params?: { id?: string } } = {}) => {
    if (key === 'GET /api/deployments/previews') return { previews };
    if (key === 'DELETE /api/deployments/previews/{id}') deleted.push(input.params?.id ?? '');
    return { isDeleted: true };
  };
  return { call } as unknown as DeploymentsClient;
}

test('previews are listed with area, name, commit, who, until, how often they loaded and failed, and link', async () => {
  const [head, line] = (await listPreviews(clientWith([{ ...preview('billing', 'copy'), observed: { loads: 12, failures: 3 } }]))).split(
    '\n',
  );
  expect(head?.split(/ {2,}/)).toEqual(['area', 'name', 'commit', 'by', 'until', 'loads/failures', 'link']);
  expect(line?.split(/ {2,}/)).toEqual([
    'mfe-billing',
    'copy',
    'aaaaaaa of copy',
    'pipeline',
    expect.stringMatching(/^2026-12-07 \d\d:00$/),
    '12/3',
    'https://portage.example/preview#billing',
  ]);
  expect(await listPreviews(clientWith([]))).toMatch(/^There are no previews\. Make one: npm run deploy -w mfe-billing -- --preview /);
});

test('a name is deleted in all areas, or in the named one', async () => {
  const all = [preview('billing', 'copy'), preview('connectors', 'copy'), preview('billing', 'other')];
  const deleted: string[] = [];
  expect(await deletePreviews(clientWith(all, deleted), 'copy', undefined)).toContain('mfe-connectors');
  expect(deleted).toEqual(['billing copy', 'connectors copy']);
  deleted.length = 0;
  await deletePreviews(clientWith(all, deleted), 'copy', 'mfe-connectors');
  expect(deleted).toEqual(['connectors copy']);
  await expect(deletePreviews(clientWith(all), 'none', undefined)).rejects.toThrow('There is no preview none. List them: npm run previews');
});

test('a life is hours or days', () => {
  expect([parseLifeMs('36h'), parseLifeMs('14d')]).toEqual([36 * HOUR_MS, 14 * DAY_MS]);
  for (const wrong of ['', '0d', '7', 'd', '1w', '-1d', '1.5d', '1000d']) expect(() => parseLifeMs(wrong)).toThrow(/not "/);
});

test('a preview is of areas, on a Portage that knows previews; nothing is built before that is certain', async () => {
  expect(requireAreas([resolveDeployable('mfe-billing')])).toMatchObject([{ name: 'billing' }]);
  expect(() => requireAreas([resolveDeployable('mfe-billing'), resolveDeployable('shell')])).toThrow(/shell is a Worker/);
  const old = { call: () => Promise.reject(new DeployError('not found', 404)) } as unknown as DeploymentsClient;
  const build = vi.fn();
  const asked = {
    name: 'copy',
    expires: undefined,
    url: 'https://portage.example',
    checkout: '.',
    build,
    describeCalls: () => ({}),
    checkSources: null,
  };
  await expect(deployPreviews(old, [toDeployedArea('billing')], asked)).rejects.toThrow(/doesn’t know previews yet/);
  await expect(deployPreviews(clientWith([]), [toDeployedArea('billing')], { ...asked, name: 'a b' })).rejects.toThrow(/has no spaces/);
  expect(build).not.toHaveBeenCalled();
});
