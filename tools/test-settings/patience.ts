/**
 * How long tests wait, for every vitest.config.ts. A minute, so that a busy machine decides nothing: a state that does not come
 * in a minute does not come at all.
 */
export const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
};

/**
 * For tests in workerd, in a browser, on a database or on a stack, which the load of other processes can starve: `npm test` tries them once more,
 * and a file that fails all the same runs again at the end, when nothing else runs. It names what passed only then. Tests of pure
 * code get one try.
 */
export const secondTry = { retry: process.env.CI ? 1 : 0 };
