import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncInTurn } from './sync-in-turn.ts';
import { moveFolderDurably, writeDurably } from './write-durably.ts';

/** A file system in an image. Whatever isn't synced is missing from the image, as after a power failure. */
const folder = mkdtempSync(join(tmpdir(), 'portage-durable-'));
const [image, disk, survived] = ['disk.img', 'disk', 'survived'].map((name) => join(folder, name)) as [string, string, string];
mkdirSync(disk);
mkdirSync(survived);
const mounts =
  process.platform === 'linux' &&
  spawnSync('truncate', ['--size=64M', image]).status === 0 &&
  spawnSync('mkfs.ext4', ['-q', image]).status === 0 &&
  spawnSync('mount', ['-o', 'loop', image, disk]).status === 0;

function afterPowerFailure<Value>(look: () => Value): Value {
  const copy = join(folder, 'survived.img');
  copyFileSync(image, copy);
  execFileSync('mount', ['-o', 'loop', copy, survived]);
  try {
    return look();
  } finally {
    execFileSync('umount', [survived]);
    rmSync(copy);
  }
}

beforeAll(() => {
  // Let the new file system settle its journal before counting anything.
  if (mounts) execFileSync('sync', ['-f', disk]);
});
afterAll(() => {
  if (mounts) execFileSync('umount', [disk]);
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(mounts)('after a power failure', () => {
  test('a file that was only renamed into place is lost, which shows that the disk forgets', () => {
    writeFileSync(join(disk, 'renamed.new'), 'content');
    renameSync(join(disk, 'renamed.new'), join(disk, 'renamed'));
    const content = afterPowerFailure(() => (existsSync(join(survived, 'renamed')) ? readFileSync(join(survived, 'renamed'), 'utf8') : ''));
    expect(content).toBe('');
  });

  test('a durably written file keeps its content and its mode', () => {
    writeDurably(join(disk, 'secrets.json'), '{"a":1}', 0o600);
    writeDurably(join(disk, 'secrets.json'), '{"a":1,"b":2}', 0o600);
    afterPowerFailure(() => {
      expect(readFileSync(join(survived, 'secrets.json'), 'utf8')).toBe('{"a":1,"b":2}');
      expect(statSync(join(survived, 'secrets.json')).mode & 0o777).toBe(0o600);
      expect(readdirSync(survived)).not.toContain('secrets.json.new');
    });
  });

  test('a folder that was moved into place has all its files', () => {
    mkdirSync(join(disk, '.v1', 'bundle'), { recursive: true });
    writeFileSync(join(disk, '.v1', 'bundle', 'worker.js'), 'export {}');
    writeFileSync(join(disk, '.v1', 'wrangler.jsonc'), '{}');
    moveFolderDurably(join(disk, '.v1'), join(disk, 'v1'));
    afterPowerFailure(() => {
      expect(readFileSync(join(survived, 'v1', 'bundle', 'worker.js'), 'utf8')).toBe('export {}');
      expect(readFileSync(join(survived, 'v1', 'wrangler.jsonc'), 'utf8')).toBe('{}');
    });
  });

  test('appended lines exist once they are synced, including lines that arrive during a sync', async () => {
    const file = join(disk, 'lines');
    writeFileSync(file, '');
    const turns = syncInTurn(file);
    const add = (line: string) => {
      writeFileSync(file, line, { flag: 'a' });
      turns.hasChanged();
      return turns.synced();
    };
    await Promise.all(['a', 'b', 'c'].map(add));
    expect(afterPowerFailure(() => readFileSync(join(survived, 'lines'), 'utf8'))).toBe('abc');
  });
});

test('a file that cannot be synced is tried again by the next caller', async () => {
  const file = join(folder, 'late');
  const turns = syncInTurn(file);
  turns.hasChanged();
  await expect(turns.synced()).rejects.toThrow('ENOENT');
  writeFileSync(file, 'x');
  await expect(turns.synced()).resolves.toBeUndefined();
});
