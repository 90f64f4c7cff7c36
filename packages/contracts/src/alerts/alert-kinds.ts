/** What a person is alerted of. */
export const alertKinds = [
  'RunFailed',
  'ManyFailures',
  'ScheduleLate',
  'ConnectorSignedOut',
  'SyncErrors',
  'SyncLag',
  'QuotaNear',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Conditions that last and end. The other kinds are events; of them a failed run is over once it was repaired. */
export const lastingAlertKinds = ['ManyFailures', 'ConnectorSignedOut', 'SyncErrors', 'SyncLag'] as const satisfies readonly AlertKind[];

/** For how long alerts can be muted. */
export const muteLengths = [
  { minutes: 60, label: 'For an hour' },
  { minutes: 480, label: 'For 8 hours' },
  { minutes: 1_440, label: 'For a day' },
  { minutes: 10_080, label: 'For a week' },
] as const;

/** The settings of a person who has changed none. */
export const alertDefaults = {
  failureCount: 10,
  failureMinutes: 60,
  syncLagMinutes: 60,
  syncErrorCount: 10,
  syncErrorPercent: 10,
} as const;
