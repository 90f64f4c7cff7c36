import { expect, test, vi } from 'vitest';
import { AreaProblem } from './area-problem.ts';
import { OutcomeReports } from './outcome-reports.ts';
import type { AreaVersion } from './read-registry.ts';

const version: AreaVersion = {
  area: 'workflows',
  version: 'v1',
  entry: '/mfe/workflows/v1/mf-manifest.json',
  integrity: { manifest: 'sha256-a', remoteEntry: 'sha256-b' },
};

function reportsTo(send: (report: unknown) => Promise<unknown>, isOnline = true) {
  return new OutcomeReports({ send, isOnline: () => isOnline, isVisible: () => true });
}

test('each outcome of a version is reported once per page, however often it happens and whether or not the report arrives', async () => {
  const send = vi.fn(async () => Promise.reject(new Error('no answer')));
  const { report } = reportsTo(send);
  for (let time = 0; time < 50; time += 1) {
    report(version, 'Shown');
    report(version, 'RenderFailed', { error: new TypeError('steps is undefined') });
    report({ ...version, version: 'v2' }, 'LoadFailed', { error: new AreaProblem('changed', 'x is not the file that was deployed') });
  }
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  expect(send.mock.calls).toEqual([
    [{ area: 'workflows', version: 'v1', outcome: 'Shown', observed: { shared: [] } }],
    [{ area: 'workflows', version: 'v1', outcome: 'RenderFailed', message: 'TypeError: steps is undefined' }],
    [{ area: 'workflows', version: 'v2', outcome: 'LoadFailed', message: 'x is not the file that was deployed' }],
  ]);
});

test('nothing is reported about areas from a development server, nor about failures while offline', async () => {
  const send = vi.fn(async () => undefined);
  reportsTo(send).report({ ...version, integrity: null }, 'RenderFailed', { error: new Error('half-written') });
  reportsTo(send, false).report(version, 'LoadFailed', { error: new Error('no network') });
  const sendLater = vi.fn(async () => undefined);
  reportsTo(sendLater).report(version, 'Shown');
  await vi.waitFor(() => expect(sendLater).toHaveBeenCalled());
  expect(send).not.toHaveBeenCalled();
});

test('a preview is reported under its own version, so that its team sees how it does', async () => {
  const send = vi.fn(async () => undefined);
  const { begin, report } = reportsTo(send);
  begin({ ...version, version: 'p1', isPreview: true });
  report({ ...version, version: 'p1', isPreview: true }, 'RenderFailed', { error: new Error('unfinished') });
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.calls).toEqual([
    [{ area: 'workflows', version: 'p1', outcome: 'Loading' }],
    [{ area: 'workflows', version: 'p1', outcome: 'RenderFailed', message: 'Error: unfinished' }],
  ]);
});

test('an endless message is cut', async () => {
  const send = vi.fn(async (_: { message?: string }) => undefined);
  new OutcomeReports({ send, isOnline: () => true, isVisible: () => true }).report(version, 'RenderFailed', {
    error: new Error('x'.repeat(10_000)),
  });
  await vi.waitFor(() => expect(send.mock.calls[0]?.[0].message).toHaveLength(500));
});

test('a version’s load is reported before its outcome, and once', async () => {
  const told: string[] = [];
  let answer = () => {};
  const { begin, report } = reportsTo((body) => {
    const { outcome } = body as { outcome: string };
    told.push(outcome);
    return outcome === 'Loading' ? new Promise<void>((resolve) => (answer = resolve)) : Promise.resolve();
  });
  begin(version);
  begin(version);
  report(version, 'LoadFailed', { error: new Error('gone') });
  await Promise.resolve();
  expect(told).toEqual(['Loading']);
  answer();
  await vi.waitFor(() => expect(told).toEqual(['Loading', 'LoadFailed']));
  begin({ ...version, version: 'dev', integrity: null });
  expect(told).toHaveLength(2);
});

test('the report of a version that is shown says how long that took and what it shares; a page that nobody sees measures nothing', async () => {
  const send = vi.fn(async () => undefined);
  const shared = [{ package: 'react', version: '19.3.1', from: 'shell' as const }];
  reportsTo(send).report(version, 'Shown', { times: { loadMs: 812.4, mountMs: 900_000 }, shared });
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  new OutcomeReports({ send, isOnline: () => true, isVisible: () => false }).report(version, 'Shown', { times: { loadMs: 1, mountMs: 2 } });
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  const shown = { area: 'workflows', version: 'v1', outcome: 'Shown' };
  expect(send.mock.calls).toEqual([
    [{ ...shown, observed: { loadMs: 812, mountMs: 120_000, shared } }],
    [{ ...shown, observed: { shared: [] } }],
  ]);
});
