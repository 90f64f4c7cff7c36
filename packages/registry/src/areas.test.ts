import { expect, test } from 'vitest';
import { AREA_NAMES, AREAS, findArea, isAreaName, isWithin } from './areas.ts';
import { isOutsideAreaName } from './outside-areas.ts';

test('every address belongs to one area, and an area’s first page belongs to itself', () => {
  const prefixes = AREA_NAMES.flatMap((area) => AREAS[area].prefixes.map((prefix) => ({ area, prefix })));
  for (const { area, prefix } of prefixes) {
    const others = prefixes.filter((other) => other.prefix !== prefix && isWithin(prefix, other.prefix));
    expect(others, `${prefix} of ${area}`).toEqual([]);
    expect(findArea(prefix)).toBe(area);
    expect(findArea(`${prefix}/1/view`)).toBe(area);
    expect(findArea(`${prefix}-old`)).not.toBe(area);
  }
  expect(new Set(prefixes.map(({ prefix }) => prefix)).size).toBe(prefixes.length);
  for (const area of AREA_NAMES) expect(findArea(AREAS[area].firstPage)).toBe(area);
});

test('names are sorted, ports differ, and a budget is larger in total than for the first page', () => {
  expect(AREA_NAMES).toEqual(AREA_NAMES.toSorted());
  expect(new Set(AREA_NAMES.map((area) => AREAS[area].developmentPort)).size).toBe(AREA_NAMES.length);
  for (const { budget } of Object.values(AREAS)) expect(budget.totalKb).toBeGreaterThanOrEqual(budget.firstKb);
});

test('only a listed name is an area', () => {
  expect(isAreaName('workflows')).toBe(true);
  for (const other of ['', 'shell', '__proto__', 'constructor', 'Workflows']) expect(isAreaName(other)).toBe(false);
  for (const path of ['/', '/nowhere', '/__proto__']) expect(findArea(path)).toBeNull();
});

test('an area of another repository takes no name or address of Portage itself', () => {
  const taken = [
    'billing',
    'stats',
    'users',
    'shell',
    'api',
    'mfe',
    'help',
    'account',
    'signin',
    'signup',
    'userinfo',
    'onboarding',
    'apps',
  ];
  expect([...taken, 'constructor', 'Reports', 'a-b', '../x', ''].filter(isOutsideAreaName)).toEqual([]);
  expect(isOutsideAreaName('reports')).toBe(true);
});
