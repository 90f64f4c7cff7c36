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

/** Conditions that last and end. The other kinds are events; of these, a failed run ends once it is repaired. */
export const lastingAlertKinds = ['ManyFailures', 'ConnectorSignedOut', 'SyncErrors', 'SyncLag'] as const satisfies readonly AlertKind[];

export const muteLengths = [
  { minutes: 60, label: 'For an hour' },
  { minutes: 480, label: 'For 8 hours' },
  { minutes: 1_440, label: 'For a day' },
  { minutes: 10_080, label: 'For a week' },
] as const;

export const alertDefaults = {
  failureCount: 10,
  failureMinutes: 60,
  syncLagMinutes: 60,
  syncErrorCount: 10,
  syncErrorPercent: 10,
} as const;
