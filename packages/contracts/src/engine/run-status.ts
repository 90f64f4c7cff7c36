/** Every state of a run (spec ENG-01). */
export const runStatuses = ['Scheduled', 'InProgress', 'Delayed', 'Succeeded', 'Failed', 'Cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];
/** Filters for lists of runs. `FinishedWithErrors`: succeeded runs in which steps, or records of a sync, failed. */
export const runStatusFilters = [...runStatuses, 'FinishedWithErrors'] as const;
export type RunStatusFilter = (typeof runStatusFilters)[number];
export type StepStatus = RunStatus;

/** What started a run: its trigger, a person, the failure of another run, or a step of another run. */
export const runCauses = ['Manual', 'Webhook', 'ConnectorEvent', 'Scheduled', 'Rerun', 'Failure', 'Call'] as const;
export type RunCause = (typeof runCauses)[number];

/** Spec ENG-04: how a failed run is started again. */
export const rerunTypes = ['ContinueExisting', 'StartNew'] as const;
export type RerunType = (typeof rerunTypes)[number];

/** The version with which a failed run continues: its own, or the workflow's current one. */
export const rerunVersions = ['Own', 'Current'] as const;
export type RerunVersion = (typeof rerunVersions)[number];

/** Where the result of a step that wasn't executed comes from. */
export const resultSources = ['Pinned', 'EarlierRun'] as const;
export type ResultSource = (typeof resultSources)[number];
