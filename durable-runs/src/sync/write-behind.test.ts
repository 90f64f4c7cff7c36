import type { FlowHold, SyncCounts, SyncItemWrite } from '@portage/database';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noCounts } from './sync-progress.ts';
import { WriteBehind } from './write-behind.ts';

/** As many rows as are a statement by themselves. */
const rows = (name: string, count = 250, chars = 0) =>
  Array.from({ length: count }, () => ({ name, sourceRecordJson: 'x'.repeat(chars), writtenJson: null }) as SyncItemWrite);
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
const ours: FlowHold = { isOurs: true, isPaused: false };

afterEach(() => {
  vi.useRealTimers();
});

/** Statements that are over only when the test says so. */
function statements() {
  const written: { names: string[]; counts: SyncCounts }[] = [];
  const ends: ((end: FlowHold | Error) => void)[] = [];
  const write = (_flowId: string, counts: SyncCounts, items: readonly SyncItemWrite[]) => {
    written.push({ names: [...new Set(items.map(({ name }) => name))], counts });
    return new Promise<FlowHold>((resolve, reject) => {
      ends.push((end) => (end instanceof Error ? reject(end) : resolve(end)));
    });
  };
  return { written, end: (at: number, end: FlowHold | Error = ours) => ends[at]?.(end), behind: new WriteBehind({ write }, 'flow') };
}

describe('what is written down behind the writes', () => {
  it('lets the caller go on while a statement is under way, and writes what waits meanwhile with the next one', async () => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, rows('one'));
    await behind.begin(noCounts, rows('two', 200));
    await behind.begin({ ...noCounts, created: 3 }, rows('three', 100));
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

  it('gathers the rows of quick chunks, and writes few rows when a second has passed, or at the end', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    const { written, end, behind } = statements();
    await behind.begin(noCounts, rows('one', 100));
    await behind.begin(noCounts, rows('two', 100));
    expect(written).toEqual([]);
    await behind.begin(noCounts, rows('three', 100));
    expect(written.map(({ names }) => names)).toEqual([['one', 'two', 'three']]);
    end(0);
    await turns();
    vi.setSystemTime(1_000);
    await behind.begin(noCounts, rows('four', 1));
    end(1);
    await turns();
    await behind.begin(noCounts, rows('five', 1));
    expect(written.map(({ names }) => names).slice(1)).toEqual([['four']]);
    const ended = behind.end();
    expect(written.map(({ names }) => names).slice(1)).toEqual([['four'], ['five']]);
    end(2);
    await ended;
  });

  it.each([
    ['rows', rows('many', 401)],
    ['characters', rows('large', 1, 2_000_001)],
  ])('has the caller wait where too many %s wait already', async (_what, many) => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, rows('one'));
    let isOn = false;
    const second = behind.begin(noCounts, many).then(() => {
      isOn = true;
    });
    await turns();
    expect(isOn).toBe(false);
    end(0);
    await second;
    expect(written).toHaveLength(2);
  });

  it('writes the counts as they were, though the caller goes on counting', async () => {
    const { written, end, behind } = statements();
    const counts = { ...noCounts };
    await behind.begin(counts, rows('one'));
    await behind.begin(counts, rows('two'));
    counts.created = 7;
    end(0);
    await turns();
    expect(written.map(({ counts: { created } }) => created)).toEqual([0, 0]);
  });

  it('tells of a statement that failed where the caller comes next, whose rows are written even so', async () => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, rows('one'));
    end(0, new Error('away'));
    await turns();
    await expect(behind.begin(noCounts, rows('two'))).rejects.toThrow('away');
    expect(written.map(({ names }) => names)).toEqual([['one'], ['two']]);
    end(1, new Error('still away'));
    await expect(behind.end()).rejects.toThrow('still away');
  });

  it('writes what waited behind a statement that failed, and tells of it at the end', async () => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, rows('one'));
    await behind.begin(noCounts, rows('two', 1));
    end(0, new Error('away'));
    await turns();
    const ended = behind.end();
    end(1);
    await expect(ended).rejects.toThrow('away');
    expect(written.map(({ names }) => names)).toEqual([['one'], ['two']]);
  });
});
