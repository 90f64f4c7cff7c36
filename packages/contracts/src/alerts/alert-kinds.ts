/** What a person is alerted of. */
export const alertKinds = ['RunFailed', 'ManyFailures', 'ScheduleLate', 'ConnectorSignedOut', 'SyncLag', 'QuotaNear'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** The settings of a person who has changed none. */
export const alertDefaults = { failureCount: 10, failureMinutes: 60, syncLagMinutes: 60 } as const;
