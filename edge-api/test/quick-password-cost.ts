/** Replaces the product's cost in most tests (vitest.config.ts): they sign in hundreds of times. */
export const PASSWORD_COST = { logN: 1, blockSize: 1, parallelization: 1 };
