import { expect, test } from 'vitest';
import { choose, readChoice } from './choice.ts';

const part = (name: string, folder: string | null) => ({ name, folder });

test('runs everything unless told otherwise', () => {
  expect(readChoice([])).toEqual({ word: '', since: null, tier: 'change' });
  expect(choose(readChoice([]))(part('lint', null))).toBe(true);
});

test('runs the parts with a word in their names', () => {
  const wanted = choose(readChoice(['shell']));
  expect(['shell', 'types shell/worker', 'edge-api'].map((name) => wanted(part(name, name)))).toEqual([true, true, false]);
});

test('compares with main, or with the named base', () => {
  expect(readChoice(['--affected']).since).toMatch(/^(origin\/)?main$|^HEAD$/);
  expect(readChoice(['--affected', '--since', 'HEAD~1'])).toMatchObject({ word: '', since: 'HEAD~1' });
  expect(() => choose({ word: '', since: 'nothing-of-that-name' })).toThrow(/nothing-of-that-name/);
});

test('can be limited to the checks or to pure code, or include the long tests', () => {
  expect(readChoice(['--checks', '--affected']).tier).toBe('checks');
  expect(readChoice(['--unit']).tier).toBe('unit');
  expect(readChoice(['--all']).tier).toBe('all');
  expect(() => readChoice(['--unit', '--all'])).toThrow('Either --unit or --all, please.');
});

test('refuses unknown options', () => {
  expect(() => readChoice(['--afected'])).toThrow(/afected/);
  expect(() => readChoice(['shell', 'edge-api'])).toThrow('One word, please');
});
