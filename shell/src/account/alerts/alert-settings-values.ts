import type { AlertKind, CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { FieldRules } from '@portage/ui/base';
import { formatNumber } from '@portage/ui/base';

export type AlertSettings = CallResponse<Calls, 'GET /api/alerts/settings'>['settings'];

/** Numbers are stored as typed. */
interface AlertSettingsValues {
  silentKinds: AlertKind[];
  sendsEmail: boolean;
  sendsEnds: boolean;
  webhookUrl: string;
  failureCount: string;
  failureMinutes: string;
  syncLagMinutes: string;
  syncErrorCount: string;
  syncErrorPercent: string;
  mutedUntil: string | null;
  isForEveryone: boolean;
}

export const settingsRules: FieldRules<AlertSettingsValues> = {
  failureCount: numberRule(2, 1_000),
  failureMinutes: numberRule(1, 1_440),
  syncLagMinutes: numberRule(15, 43_200),
  syncErrorCount: numberRule(0, 999_999),
  syncErrorPercent: numberRule(0, 100),
  webhookUrl: { validate: (url) => (/^https?:\/\//i.test(url.trim()) ? undefined : 'Please enter an address that begins with https://') },
};

export function toFormValues(settings: AlertSettings): AlertSettingsValues {
  const { silentKinds, sendsEmail, sendsEnds, webhookUrl, failureCount, failureMinutes, syncLagMinutes } = settings;
  const { syncErrorCount, syncErrorPercent, mutedUntil, isForEveryone } = settings;
  return {
    silentKinds,
    sendsEmail,
    sendsEnds,
    webhookUrl: webhookUrl ?? '',
    failureCount: String(failureCount),
    failureMinutes: String(failureMinutes),
    syncLagMinutes: String(syncLagMinutes),
    syncErrorCount: String(syncErrorCount),
    syncErrorPercent: String(syncErrorPercent),
    mutedUntil,
    isForEveryone,
  };
}

/** Leaves out fields that only admins may change if the person isn't one. */
export function toRequestBody(values: AlertSettingsValues, isAdmin: boolean) {
  const { silentKinds, sendsEmail, sendsEnds, webhookUrl, failureCount, failureMinutes, syncLagMinutes } = values;
  const { syncErrorCount, syncErrorPercent, mutedUntil, isForEveryone } = values;
  return {
    silentKinds,
    sendsEmail,
    sendsEnds,
    webhookUrl: webhookUrl.trim() || null,
    failureCount: Number(failureCount),
    failureMinutes: Number(failureMinutes),
    syncLagMinutes: Number(syncLagMinutes),
    syncErrorCount: Number(syncErrorCount),
    syncErrorPercent: Number(syncErrorPercent),
    mutedUntil,
    ...(isAdmin ? { isForEveryone } : {}),
  };
}

function numberRule(least: number, most: number) {
  const message = `Please enter a number from ${least} to ${formatNumber(most)}`;
  const isFine = (text: string) => /^\d{1,6}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  return { required: true, requiredMessage: message, validate: (text: string) => (isFine(text) ? undefined : message) };
}
