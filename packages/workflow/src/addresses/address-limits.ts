export const addressLimits = {
  /** Characters of a called address; servers accept about half as many. */
  length: 16_384,
} as const;
