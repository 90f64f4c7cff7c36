import type { AlertKind } from '@portage/contracts';
import type { FieldRules } from '@portage/ui';
import type { AlertSettings } from './alert-queries.ts';

export interface AlertSettingsValues {
  silentKinds: AlertKind[];
  sendsEmail: boolean;
  webhookUrl: string;
  failureCount: number | null;
  failureMinutes: number | null;
  syncLagMinutes: number | null;
  mutedUntil: string | null;
  isForEveryone: boolean;
}

export const settingsRules: FieldRules<AlertSettingsValues> = {
  failureCount: { required: true, requiredMessage: 'Please enter a number from 2 to 1,000' },
  failureMinutes: { required: true, requiredMessage: 'Please enter a number from 1 to 1,440' },
  syncLagMinutes: { required: true, requiredMessage: 'Please enter a number from 15 to 43,200' },
  webhookUrl: { validate: (url) => (/^https?:\/\//i.test(url.trim()) ? undefined : 'Please enter an address that begins with https://') },
};

export function formOf(settings: AlertSettings): AlertSettingsValues {
  const { silentKinds, sendsEmail, webhookUrl, failureCount, failureMinutes, syncLagMinutes, mutedUntil, isForEveryone } = settings;
  return {
    silentKinds,
    sendsEmail,
    webhookUrl: webhookUrl ?? '',
    failureCount,
    failureMinutes,
    syncLagMinutes,
    mutedUntil,
    isForEveryone,
  };
}

/** A person who is no admin does not send what only admins may change. */
export function bodyOf(values: AlertSettingsValues, isAdmin: boolean) {
  const { silentKinds, sendsEmail, webhookUrl, failureCount, failureMinutes, syncLagMinutes, mutedUntil, isForEveryone } = values;
  return {
    silentKinds,
    sendsEmail,
    webhookUrl: webhookUrl.trim() || null,
    ...(failureCount === null ? {} : { failureCount }),
    ...(failureMinutes === null ? {} : { failureMinutes }),
    ...(syncLagMinutes === null ? {} : { syncLagMinutes }),
    mutedUntil,
    ...(isAdmin ? { isForEveryone } : {}),
  };
}
