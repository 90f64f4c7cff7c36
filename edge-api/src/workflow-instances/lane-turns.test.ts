import { RUN_LANES } from '@portage/contracts';
import { expect, test } from 'vitest';
import { LaneTurns } from './lane-turns.ts';

/** The lanes of groups of simultaneous starts, with pauses in between. */
function takeLanes(groups: number, startsAGroup: number): number[][] {
  const turns = new LaneTurns(0);
  return Array.from({ length: groups }, (_, group) => Array.from({ length: startsAGroup }, () => turns.next(group * 10)));
}

test('simultaneous starts go to one lane', () => {
  for (const size of [5, 16, 31, 64, 100]) for (const lanes of takeLanes(40, size)) expect(new Set(lanes).size).toBe(1);
});

test('lanes take turns, so that each gets the same number in the end', () => {
  const lanes = takeLanes(400, 16).flat();
  for (let lane = 0; lane < RUN_LANES; lane += 1) expect(lanes.filter((other) => other === lane).length).toBe(lanes.length / RUN_LANES);
});

test('a continuous stream goes to all lanes', () => {
  const [lanes = []] = takeLanes(1, 128 * RUN_LANES);
  for (let lane = 0; lane < RUN_LANES; lane += 1) expect(lanes.filter((other) => other === lane).length).toBe(128);
});

test('starts that come one by one switch lanes after 32 of them', () => {
  const lanes = takeLanes(64, 1).flat();
  expect(lanes.slice(0, 32)).toEqual(Array.from({ length: 32 }, () => 0));
  expect(lanes.slice(32)).toEqual(Array.from({ length: 32 }, () => 1));
});
