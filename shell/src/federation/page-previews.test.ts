import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../test/session/memory-storage.ts';
import { notePreviews, PagePreviews, type Preview } from './page-previews.ts';
import { AreaRegistry } from './registry.ts';

const origin = 'https://portage.example';
const integrity = { manifest: `sha256-${'A'.repeat(43)}=`, remoteEntry: `sha256-${'B'.repeat(43)}=` };
const START = Date.parse('2026-12-01T08:00:00Z');

const buildPreview = (area: string, changes: Partial<Preview> = {}): Preview => ({
  id: `${area}-1`,
  area,
  name: 'copy',
  version: 'p1',
  by: 'ada@example.com',
  endsAt: '2026-12-01T09:00:00.000Z',
  entry: `/mfe/${area}/p1/mf-manifest.json`,
  integrity,
  ...changes,
});

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function createPreviews({ opened = [] as Preview[], isNoted = true } = {}) {
  const server = { opened, userId: 'ada' as string | null };
  const storage = new MemoryStorage();
  if (isNoted) notePreviews(storage, 'ada');
  const calls = {
    list: vi.fn(async () => server.opened),
    close: vi.fn(async (area: string) => {
      server.opened = server.opened.filter((preview) => preview.area !== area);
    }),
  };
  const onEnded = vi.fn();
  const previews = new PagePreviews({ calls, storage, getUserId: () => server.userId, origin, onEnded });
  return { previews, calls, server, storage, onEnded };
}

test('people who opened no preview ask for none', async () => {
  const { previews, calls } = createPreviews({ isNoted: false });
  await previews.check();
  expect(calls.list).not.toHaveBeenCalled();
});

test('HOSTILE 35, HOSTILE 49: the browser’s note alone opens nothing, and once the server has none, the page stops asking', async () => {
  const { previews, calls, storage } = createPreviews();
  await previews.check();
  await previews.check();
  expect(previews.versionOf('billing')).toBeUndefined();
  expect(calls.list).toHaveBeenCalledTimes(1);
  expect(storage).toHaveLength(0);
});

test('HOSTILE 35: a preview outside of the page’s origin or of its own area runs nothing', async () => {
  const { previews } = createPreviews({
    opened: [
      buildPreview('billing', { entry: 'https://evil.example/mfe/billing/p1/mf-manifest.json' }),
      buildPreview('admin', { entry: '/mfe/billing/p1/mf-manifest.json' }),
      buildPreview('connectors', { integrity: { manifest: '', remoteEntry: '' } }),
      buildPreview('workflows'),
    ],
  });
  await previews.check();
  for (const area of ['billing', 'admin', 'connectors']) expect(previews.versionOf(area)).toBeUndefined();
  expect(previews.versionOf('workflows')).toEqual({
    area: 'workflows',
    version: 'p1',
    entry: '/mfe/workflows/p1/mf-manifest.json',
    integrity,
    isPreview: true,
  });
});

test('a preview that was deleted is reported once, and a new version of it isn’t its end', async () => {
  const { previews, server, onEnded } = createPreviews({ opened: [buildPreview('billing'), buildPreview('admin')] });
  await previews.check();
  server.opened = [buildPreview('billing', { version: 'p2', entry: '/mfe/billing/p2/mf-manifest.json' })];
  await previews.check();
  await previews.check();
  expect(onEnded.mock.calls).toEqual([[buildPreview('admin')]]);
  expect(previews.versionOf('billing')?.version).toBe('p2');
});

test('an open page notices the end by itself', async () => {
  const { previews, server, onEnded } = createPreviews({ opened: [buildPreview('billing')] });
  await previews.check();
  server.opened = [];
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  expect(onEnded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onEnded).toHaveBeenCalledOnce();
  expect(previews.get()).toEqual([]);
});

test('a preview that ends in a month is asked for when it ends, not at once', async () => {
  const { previews, calls } = createPreviews({ opened: [buildPreview('billing', { endsAt: '2026-12-31T08:00:00.000Z' })] });
  await previews.check();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.list).toHaveBeenCalledTimes(1);
});

test('a closed preview is gone at once, even if an earlier response that has it arrives later', async () => {
  const { previews, calls, onEnded } = createPreviews({ opened: [buildPreview('billing'), buildPreview('admin')] });
  await previews.check();
  const late = Promise.withResolvers<Preview[]>();
  calls.list.mockReturnValueOnce(late.promise);
  const checking = previews.check();
  await previews.close('billing');
  late.resolve([buildPreview('billing'), buildPreview('admin')]);
  await checking;
  expect(previews.get()).toEqual([buildPreview('admin')]);
  expect(onEnded).not.toHaveBeenCalled();
});

test('if the server doesn’t respond, the known previews stay', async () => {
  const { previews, calls } = createPreviews({ opened: [buildPreview('billing')] });
  await previews.check();
  calls.list.mockRejectedValueOnce(new Error('gone'));
  await previews.check();
  expect(previews.versionOf('billing')?.version).toBe('p1');
});

test('HOSTILE 49: the next person on the page gets none of the previews of the person before', async () => {
  const { previews, server, onEnded } = createPreviews({ opened: [buildPreview('billing')] });
  await previews.check();
  server.userId = 'ben';
  expect(previews.versionOf('billing')).toBeUndefined();
  await previews.check();
  expect(previews.get()).toEqual([]);
  expect(onEnded).not.toHaveBeenCalled();
});

test('the first mount waits for the previews, and everyone else’s live version stays what the registry says', async () => {
  const { previews } = createPreviews({ opened: [buildPreview('billing')] });
  const live = (area: string) => ({ version: 'v1', entry: `/mfe/${area}/v1/mf-manifest.json`, integrity });
  const body = { revision: 1, areas: { billing: live('billing'), admin: live('admin') } };
  const registry = new AreaRegistry({ origin, fetch: async () => Response.json(body), getUserId: () => 'ada', previews });
  await registry.check();
  expect([registry.versionOf('billing')?.version, registry.versionOf('admin')?.version]).toEqual(['p1', 'v1']);
  await previews.close('billing');
  expect(registry.versionOf('billing')?.version).toBe('v1');
});
