/** Fewer characters would find too much (spec STEP-46). */
export const MIN_SEARCH_LENGTH = 3;
