/** `npm test` leaves the long tests to `npm test -- --all`; Vitest run by hand finds both. */
export const leftOut = [
  '**/node_modules/**',
  ...(process.env.PORTAGE_LONG_TESTS === 'no' ? ['**/*.long.test.ts', '**/*.long.workers.test.ts'] : []),
];

/**
 * What every project has: the files that are left out, and how long tests wait. A minute, so that a busy machine decides
 * nothing: a state that doesn't arrive within a minute never arrives.
 */
export const common = {
  exclude: leftOut,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
};

/** A project of tests of pure code: no database, browser or workerd, so that `npm run test:unit` may run it. */
export const unit = { name: 'unit', isolate: false, ...common, exclude: [...leftOut, '**/*.workers.test.ts'] };
