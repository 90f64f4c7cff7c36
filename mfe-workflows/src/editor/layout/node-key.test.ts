import { describe, expect, test } from 'vitest';
import { type CanvasNode, getGroupIndex, getStepKey, makeKey, parseKey } from './node-key.ts';

describe('keys of the canvas', () => {
  const names = ['0e3a6f2e-1c', 'start', 'each line', 'a#1', 'loop@body', '7:x', '12', 'end', 'two\nlines', ''];
  const nodes = names.flatMap((stepKey): CanvasNode[] => [
    { kind: 'step', stepKey },
    { kind: 'body', stepKey },
    { kind: 'frame', stepKey },
    { kind: 'after', stepKey },
    { kind: 'group', stepKey, group: 0 },
    { kind: 'group', stepKey, group: 12 },
    { kind: 'groupStart', stepKey, group: 12 },
  ]);

  test('can be parsed back, whatever the step is called, and are unique', () => {
    const all: CanvasNode[] = [...nodes, { kind: 'end' }];
    for (const node of all) expect(parseKey(makeKey(node)), makeKey(node)).toEqual(node);
    expect(new Set(all.map(makeKey)).size).toBe(all.length);
  });

  test('name the step they belong to, and its group if there is one', () => {
    expect(getStepKey(makeKey({ kind: 'group', stepKey: 'a#1', group: 3 }))).toBe('a#1');
    expect(getGroupIndex(makeKey({ kind: 'group', stepKey: 'a#1', group: 3 }))).toBe(3);
    expect(getStepKey(makeKey({ kind: 'body', stepKey: 'each' }))).toBe('each');
    expect([getGroupIndex('a#1'), getGroupIndex(makeKey({ kind: 'groupStart', stepKey: 'a', group: 3 }))]).toEqual([null, null]);
    expect(getStepKey(makeKey({ kind: 'end' }))).toBeNull();
  });
});
