/** How a version of an area fared in a browser. `Loading` comes first: without it, later reports about the version don't count. */
export const reportOutcomes = ['Loading', 'Shown', 'LoadFailed', 'RenderFailed'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];
