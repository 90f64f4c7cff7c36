/** The most that an area may weigh, in KB (1,000 bytes) as a browser transfers it: brotli. */
export interface Budget {
  /** Before its first page shows: manifest, entry and what the entry needs at once. */
  firstKb: number;
  /** All of it, also what is loaded when somebody opens an editor. */
  totalKb: number;
}

/**
 * Budgets of the areas (DESIGN 9: `/workflows` <= 230 KB of JavaScript, of which the shell's are about 85). Above the figures in
 * bench/README.md by a tenth or two: a library that slips in is noticed, a page more is not.
 */
export const BUDGETS: Readonly<Record<string, Budget>> = {
  admin: { firstKb: 165, totalKb: 1_050 },
  billing: { firstKb: 130, totalKb: 130 },
  connectors: { firstKb: 150, totalKb: 300 },
  playbooks: { firstKb: 165, totalKb: 165 },
  workflows: { firstKb: 145, totalKb: 1_300 },
};
