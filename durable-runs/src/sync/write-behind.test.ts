import type { FlowHold, SyncCounts, SyncItemWrite } from '@portage/database';
import { describe, expect, it } from 'vitest';
import { noCounts } from './sync-progress.ts';
import { WriteBehind } from './write-behind.ts';

const row = (name: string) => [{ name } as SyncItemWrite];
const ours: FlowHold = { isOurs: true, isPaused: false };

/** Statements that are over only when the test says so. */
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

describe('what is written down behind the writes', () => {
  it('lets the caller go on at once, and keeps the next statement until the one before is over', async () => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, row('one'));
    const second = behind.begin(noCounts, row('two'));
    await Promise.resolve();
    expect(written.map(({ names }) => names)).toEqual([['one']]);
    expect(behind.hold).toBeNull();
    end(0, { isOurs: true, isPaused: true });
    await second;
    expect(behind.hold).toEqual({ isOurs: true, isPaused: true });
    expect(written.map(({ names }) => names)).toEqual([['one'], ['two']]);
    end(1);
    await behind.end();
    expect(behind.hold).toEqual(ours);
  });

  it('writes the counts as they were, though the caller goes on counting', async () => {
    const { written, end, behind } = statements();
    const counts = { ...noCounts };
    await behind.begin(counts, row('one'));
    const second = behind.begin(counts, row('two'));
    counts.created = 7;
    end(0);
    await second;
    expect(written.map(({ counts: { created } }) => created)).toEqual([0, 0]);
  });

  it('tells of a statement that failed where the next one begins, which is made even so', async () => {
    const { written, end, behind } = statements();
    await behind.begin(noCounts, row('one'));
    end(0, new Error('away'));
    await expect(behind.begin(noCounts, row('two'))).rejects.toThrow('away');
    expect(written.map(({ names }) => names)).toEqual([['one'], ['two']]);
    end(1, new Error('still away'));
    await expect(behind.end()).rejects.toThrow('still away');
  });
});
