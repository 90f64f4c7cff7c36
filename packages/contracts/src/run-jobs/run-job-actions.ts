export const runJobActions = ['Continue', 'ContinueRepaired', 'StartNew', 'Cancel'] as const;
export type RunJobAction = (typeof runJobActions)[number];

export const runJobStatuses = ['Running', 'Finished', 'Stopped'] as const;
export type RunJobStatus = (typeof runJobStatuses)[number];

/** Limits of one job, and of the jobs of one person. */
export const runJobLimits = { runs: 10_000, namedRuns: 200, atOnce: 5, shownRefusals: 50 } as const;
