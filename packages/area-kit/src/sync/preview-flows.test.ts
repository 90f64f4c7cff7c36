import { expect, test } from 'vitest';
import { firstShown } from './preview-flows.tsx';

test('a preview opens with the main records, unless they only wait for others', () => {
  type Flow = Parameters<typeof firstShown>[0][number];
  const flow = (error: string | null, ...changes: string[]) =>
    ({ error, records: changes.map((change) => ({ change })) }) as unknown as Flow;
  const customers = flow(null, 'new', 'unchanged');
  expect(firstShown([customers, flow(null, 'waits', 'waits')])).toBe(0);
  expect(firstShown([customers, flow(null, 'waits', 'skipped')])).toBe(1);
  expect(firstShown([customers, flow('The connector is broken.')])).toBe(1);
  expect(firstShown([flow(null, 'waits'), flow(null, 'waits')])).toBe(1);
  expect(firstShown([customers, flow(null)])).toBe(0);
  expect(firstShown([flow(null)])).toBe(0);
});
