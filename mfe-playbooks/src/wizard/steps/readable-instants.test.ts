import { expect, test } from 'vitest';
import { withReadableInstants } from './readable-instants.ts';

test('an instant in a name becomes a date and a time in the person’s zone', () => {
  expect(withReadableInstants('Open Studio Days (2026-12-23T19:46:46.617Z)', 'Europe/Berlin')).toBe(
    'Open Studio Days (Dec 23, 2026, 8:46 PM)',
  );
  expect(withReadableInstants('Call (2026-07-01T09:00:00+02:00)', 'UTC')).toBe('Call (Jul 1, 2026, 7:00 AM)');
});

test('other names stay unchanged, even with days or texts that look like instants', () => {
  for (const name of ['Campaign 21', 'Invoice 2026-12-23', 'Log 2026-99-99T99:99:99Z', ''])
    expect(withReadableInstants(name, 'UTC')).toBe(name);
});
