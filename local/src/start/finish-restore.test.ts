import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { finishRestore, RESTORED } from './finish-restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'portage-finish-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rootWithBoth(): string {
  const root = mkdtempSync(join(folder, 'root-'));
  for (const [place, content] of [
    [root, 'old'],
    [join(root, RESTORED), 'new'],
  ] as const) {
    for (const name of ['objects', 'mail', 'backups']) mkdirSync(join(place, name), { recursive: true });
    writeFileSync(join(place, 'objects/a'), content);
    writeFileSync(join(place, 'secrets.json'), content);
  }
  rmSync(join(root, RESTORED, 'backups'), { recursive: true });
  writeFileSync(join(root, 'backups/b.tar.zst'), 'backup');
  writeFileSync(join(root, 'only-old'), 'old');
  writeFileSync(join(root, 'running.json'), 'lock');
  return root;
}

/** Ends a call after so many steps, as kill -9 would. */
class Killed extends Error {}

function stepsOf(root: string, killAt = Number.POSITIVE_INFINITY): number {
  let steps = 0;
  finishRestore(root, () => {
    steps += 1;
    if (steps === killAt) throw new Killed();
  });
  return steps;
}

function expectNew(root: string): void {
  expect(readdirSync(root).sort()).toEqual(['backups', 'mail', 'objects', 'running.json', 'secrets.json']);
  expect(readFileSync(join(root, 'objects/a'), 'utf8')).toBe('new');
  expect(readFileSync(join(root, 'secrets.json'), 'utf8')).toBe('new');
  expect(readFileSync(join(root, 'backups/b.tar.zst'), 'utf8')).toBe('backup');
}

test('restored data replaces everything but the lock and the backups', () => {
  const root = rootWithBoth();
  stepsOf(root);
  expectNew(root);
});

test('killed after any step, the next call finishes, also when a start has made empty folders meanwhile', () => {
  const steps = stepsOf(rootWithBoth());
  expect(steps).toBeGreaterThan(5);
  for (let killAt = 1; killAt <= steps; killAt += 1) {
    const root = rootWithBoth();
    expect(() => stepsOf(root, killAt)).toThrow(Killed);
    for (const name of ['objects', 'mail']) mkdirSync(join(root, name), { recursive: true });
    finishRestore(root);
    expectNew(root);
  }
});

test('without restored data, nothing changes', () => {
  const root = rootWithBoth();
  rmSync(join(root, RESTORED), { recursive: true });
  const before = readdirSync(root);
  expect(stepsOf(root)).toBe(0);
  expect(readdirSync(root)).toEqual(before);
});
