/**
 * The cost of new password hashes: 16 MB and about 140 ms (docs/decisions/passwords-are-hashed-in-the-worker.md). N = 2^17
 * would need all of a Worker's memory.
 */
export const PASSWORD_COST = { logN: 14, blockSize: 8, parallelization: 5 };
