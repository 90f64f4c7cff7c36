/**
 * How long tests wait, for every vitest.config.ts. A minute, so that a busy machine decides nothing: a state that does not come
 * in a minute does not come at all.
 */
export const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
};
