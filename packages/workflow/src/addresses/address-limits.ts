export const addressLimits = {
  /** Characters of an address that is called; servers take about half of it. */
  length: 16_384,
} as const;
