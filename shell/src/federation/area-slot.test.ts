import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AreaLifecycles } from './area-loader.ts';
import { AreaSlot, type AreaStatus } from './area-slot.ts';

const VERSION = { area: 'workflows', version: 'v1', entry: '/mfe/workflows/v1/mf-manifest.json', integrity: null };
const never = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { createElement: () => ({ remove: () => {} }) });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function createSlot(changes: Partial<AreaLifecycles>) {
  const lifecycles = { bootstrap: async () => {}, mount: async () => {}, unmount: vi.fn(async () => {}), ...changes };
  const statuses: AreaStatus[] = [];
  const outcomes: string[] = [];
  const slot = new AreaSlot({
    area: 'workflows',
    element: { append: () => {} } as unknown as HTMLElement,
    registry: { check: async () => {}, checkForMount: async () => {}, versionOf: () => VERSION },
    load: async () => lifecycles,
    onStatus: (status) => statuses.push(status),
    onOutcome: (_, outcome) => outcomes.push(outcome),
  });
  return { slot, lifecycles, outcomes, getStatus: () => statuses.at(-1) };
}

/** Lets everything run that waits for no timer. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test('an area that is left while it mounts delays the next one by nothing, and its version isn’t reported as failing', async () => {
  // As single-spa-react does when React never commits the first rendering.
  const { slot, lifecycles, outcomes } = createSlot({ mount: never, unmount: vi.fn(never) });
  await slot.mount({});
  await settle();
  let isLeft = false;
  void slot.unmount().then(() => (isLeft = true));
  await settle();
  expect(isLeft).toBe(true);
  expect(lifecycles.unmount).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(outcomes).toEqual([]);
});

test('an area that is left while it bootstraps is neither mounted nor unmounted', async () => {
  const bootstrap = Promise.withResolvers<void>();
  const mount = vi.fn(async () => {});
  const { slot, lifecycles } = createSlot({ bootstrap: () => bootstrap.promise, mount });
  await slot.mount({});
  await settle();
  await slot.unmount();
  bootstrap.resolve();
  await settle();
  expect(mount).not.toHaveBeenCalled();
  expect(lifecycles.unmount).not.toHaveBeenCalled();
});

test('an area whose unmount hangs delays the next one by a third of a second at most', async () => {
  const { slot } = createSlot({ unmount: vi.fn(never) });
  await slot.mount({});
  await settle();
  let isLeft = false;
  void slot.unmount().then(() => (isLeft = true));
  await vi.advanceTimersByTimeAsync(300);
  expect(isLeft).toBe(true);
});

test.each(['bootstrap', 'mount'] as const)(
  'a %s that hangs is shown and reported as a failure of the version, and can be retried',
  async (hanging) => {
    const changes: Partial<AreaLifecycles> = { [hanging]: never };
    const { slot, lifecycles, outcomes, getStatus } = createSlot(changes);
    await slot.mount({});
    await vi.advanceTimersByTimeAsync(11_000);
    expect(getStatus()).toMatchObject({ kind: 'failed', reason: 'load', error: { kind: 'hung' } });
    expect(outcomes).toEqual(['LoadFailed']);
    lifecycles[hanging] = async () => {};
    await slot.resume();
    expect(getStatus()).toEqual({ kind: 'shown', version: 'v1' });
  },
);

test('a page that throws is unmounted after React’s rendering, not within it', async () => {
  let fail = (_: unknown) => {};
  const { slot, lifecycles, getStatus } = createSlot({
    mount: async (props) => {
      fail = (props as { onFailure: (error: unknown) => void }).onFailure;
    },
  });
  await slot.mount({});
  await settle();
  fail(new Error('thrown while rendering'));
  expect(lifecycles.unmount).not.toHaveBeenCalled();
  await settle();
  expect(lifecycles.unmount).toHaveBeenCalledOnce();
  expect(getStatus()).toMatchObject({ kind: 'failed', reason: 'render' });
});

test('two mounts of an area have different names, so that removing the first leaves the second', async () => {
  const names: unknown[] = [];
  const { slot } = createSlot({ mount: async (props) => void names.push((props as { name: string }).name) });
  for (const _ of ['first', 'second']) {
    await slot.mount({ name: 'workflows' });
    await settle();
    await slot.unmount();
  }
  expect(new Set(names).size).toBe(2);
});
