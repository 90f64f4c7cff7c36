/** The most that an area may weigh, in KB (1,000 bytes) as a browser transfers it: brotli. */
export interface Budget {
  /** Before its first page shows: manifest, entry and what the entry needs at once. */
  firstKb: number;
  /** All of it, also what is loaded when somebody opens an editor. */
  totalKb: number;
}

/**
 * Budgets of the areas. They lie above the figures in bench/README.md by about a tenth: a library that slips in is noticed, one
 * page more is not. That of workflows is what `/workflows` leaves beside the shell (230 KB of JavaScript).
 */
export const BUDGETS: Readonly<Record<string, Budget>> = {
  admin: { firstKb: 160, totalKb: 1_200 },
  billing: { firstKb: 70, totalKb: 70 },
  connectors: { firstKb: 105, totalKb: 135 },
  playbooks: { firstKb: 100, totalKb: 105 },
  workflows: { firstKb: 100, totalKb: 1_450 },
};
