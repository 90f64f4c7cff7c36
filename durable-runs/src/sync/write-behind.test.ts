import type { FlowHold, SyncCounts, SyncItemWrite } from '@portage/database';
import { describe, expect, test } from 'vitest';
import { noCounts } from './sync-progress.ts';
import { WriteBehind } from './write-behind.ts';

const row = (name: string, chars = 0) => [{ name, sourceRecordJson: 'x'.repeat(chars), writtenJson: null } as SyncItemWrite];
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(`${at}`)).flat();
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
const ours: FlowHold = { isOurs: true, isPaused: false };

/** Statements that end only when the test says so. */
function statements() {
  const written: { names: string[]; counts: SyncCounts }[] = [];
  const ends: ((end: FlowHold | Error) => void)[] = [];
  const write = (_flowId: string, counts: SyncCounts, items: readonly SyncItemWrite[]) => {
    written.push({ names: items.map(({ name }) => name), counts });
    return new Promise<FlowHold>((resolve, reject) => {
      ends.push((end) => (end instanceof Error ? reject(end) : resolve(end)));
    });
  };
  return { written, end: (at: number, end: FlowHold | Error = ours) => ends[at]?.(end), behind: new WriteBehind({ write }, 'flow') };
}

describe('storing outcomes behind the writes', () => {
  test('lets the caller continue during a statement, and writes the waiting rows with the next one', async () => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, row('one'));
    await behind.begin(noCounts, row('two'));
    await behind.begin({ ...noCounts, created: 3 }, row('three'));
    await turns();
    expect(written.map(({ names }) => names)).toEqual([['one']]);
    expect(behind.hold).toBeNull();
    end(0, { isOurs: true, isPaused: true });
    await turns();
    expect(behind.hold).toEqual({ isOurs: true, isPaused: true });
    expect(written.map(({ names, counts }) => [names, counts.created])).toEqual([
      [['one'], 0],
      [['two', 'three'], 3],
    ]);
    end(1);
    await behind.end();
    expect(behind.hold).toEqual(ours);
  });

  test.each([
    ['rows', rows(1_001)],
    ['characters', row('large', 2_000_001)],
  ])('makes the caller wait while too many %s are waiting', async (_what, many) => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, row('one'));
    let isOn = false;
    const second = behind.begin(noCounts, many).then(() => {
      isOn = true;
    });
    await turns();
    expect(isOn).toBe(false);
    end(0);
    await second;
    expect(written.map(({ names }) => names.length)).toEqual([1, many.length]);
  });

  test('writes the counts at that time, although the caller keeps counting', async () => {
    const { written, end, behind } = statements();
    const counts = { ...noCounts };
    await behind.begin(counts, row('one'));
    await behind.begin(counts, row('two'));
    counts.created = 7;
    end(0);
    await turns();
    expect(written.map(({ counts: { created } }) => created)).toEqual([0, 0]);
  });

  test('reports a failed statement at the caller’s next call, whose rows are written even so', async () => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, row('one'));
    end(0, new Error('away'));
    await turns();
    await expect(behind.begin(noCounts, row('two'))).rejects.toThrow('away');
    expect(written.map(({ names }) => names)).toEqual([['one'], ['two']]);
    end(1, new Error('still away'));
    await expect(behind.end()).rejects.toThrow('still away');
  });

  test('writes rows waiting behind a failed statement, and reports it at the end', async () => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, row('one'));
    await behind.begin(noCounts, row('two'));
    end(0, new Error('away'));
    await turns();
    end(1);
    await expect(behind.end()).rejects.toThrow('away');
    expect(written.map(({ names }) => names)).toEqual([['one'], ['two']]);
  });
});
