import { expect, test } from 'vitest';
import { firstShown, previewWords } from './preview-flows.tsx';

test('a preview opens with the main records, unless they only wait for others', () => {
  type Flow = Parameters<typeof firstShown>[0][number];
  const flow = (error: string | null, ...changes: string[]) =>
    ({ error, records: changes.map((change) => ({ change })) }) as unknown as Flow;
  const customers = flow(null, 'new', 'unchanged');
  expect(firstShown([customers, flow(null, 'waits', 'waits')])).toBe(0);
  expect(firstShown([customers, flow(null, 'waits', 'skipped')])).toBe(0);
  expect(firstShown([flow(null, 'waits', 'skipped'), customers, customers, flow(null, 'waits')])).toBe(1);
  expect(firstShown([customers, flow(null, 'waits', 'unchanged')])).toBe(1);
  expect(firstShown([customers, flow('The connector is broken.')])).toBe(1);
  expect(firstShown([flow(null, 'waits'), flow(null, 'waits')])).toBe(1);
  expect(firstShown([customers, flow(null)])).toBe(0);
  expect(firstShown([flow(null)])).toBe(0);
  expect(firstShown([])).toBe(-1);
});

test('the records of a preview are counted in words', () => {
  type Records = Parameters<typeof previewWords>[0]['records'];
  const words = (isWhole: boolean, ...changes: string[]) =>
    previewWords({ isWhole, records: changes.map((change) => ({ change })) as unknown as Records });
  expect(words(true, 'new')).toBe('1 record: 1 new.');
  expect(words(true, 'skipped', 'new', 'new')).toBe('All 3 records: 2 new, 1 skipped.');
  expect(words(false, 'new', 'error')).toBe('The first 2 records: 1 new, 1 with errors.');
});
