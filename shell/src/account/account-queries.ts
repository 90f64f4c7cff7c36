/** Prefix of the keys of everything that the account page reads. */
export const ACCOUNT_KEYS = ['account'] as const;
export const API_KEYS = ['account', 'api-keys'] as const;
export const SESSIONS = ['account', 'sessions'] as const;
export const ALERT_SETTINGS = ['account', 'alerts'] as const;
export const QUOTA = ['account', 'quota'] as const;
