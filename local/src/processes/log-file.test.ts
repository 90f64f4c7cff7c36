import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LogFile } from './log-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portage-log-'));
  path = join(folder, 'workers.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a log file', () => {
  test('keeps what an earlier start wrote', () => {
    new LogFile(path).append('before\n');
    new LogFile(path).append('after\n');
    expect(readFileSync(path, 'utf8')).toBe('before\nafter\n');
  });

  test('is rotated when it is full, and keeps three older files', () => {
    const log = new LogFile(path, 20);
    for (let line = 1; line <= 12; line++) log.append(`line ${line} x\n`);
    expect(readFileSync(path, 'utf8')).toContain('line 12');
    expect([1, 2, 3, 4].map((at) => existsSync(`${path}.${at}`))).toEqual([true, true, true, false]);
  });

  test('returns what was written since a mark, also after a rotation', () => {
    const log = new LogFile(path, 40);
    log.append('first line of the log\n');
    const mark = log.mark();
    log.append('second\n');
    expect(log.since(mark)).toBe('second\n');
    log.append('third line, which no longer fits\n');
    expect(log.since(mark)).toContain('third');
  });

  // /dev/full fails every write with ENOSPC, like a full disk.
  test.runIf(existsSync('/dev/full'))('survives a full disk, and then reports how many lines were lost', () => {
    symlinkSync('/dev/full', path);
    const log = new LogFile(path);
    log.append('lost 1\n');
    log.append('lost 2\n');
    unlinkSync(path);
    log.append('there is room again\n');
    const [note, line] = readFileSync(path, 'utf8').split('\n');
    expect(JSON.parse(note ?? '')).toMatchObject({ level: 'warn', lines: 2 });
    expect(line).toBe('there is room again');
  });
});
