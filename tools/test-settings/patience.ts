/**
 * How long tests wait, for every vitest.config.ts. A minute, so that a busy machine decides nothing: a state that
 * doesn't arrive within a minute never arrives.
 */
export const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
};

/**
 * For tests in workerd, in a browser, on a database or on a stack, which other processes' load can starve: `npm test`
 * tries them once more, and a file that still fails runs again at the end, when nothing else runs. It names tests that
 * passed only then. Tests of pure code get one try.
 */
export const secondTry = { retry: process.env.CI ? 1 : 0 };
