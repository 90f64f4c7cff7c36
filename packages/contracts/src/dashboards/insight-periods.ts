/** Periods up to now that the insights compare with the previous one. */
export const insightPeriods = ['24h', '7d', '30d'] as const;
export type InsightPeriod = (typeof insightPeriods)[number];
