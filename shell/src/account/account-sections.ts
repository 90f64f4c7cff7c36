import { ACCOUNT_PATH, normalPath } from '../routing/routes.ts';

export const accountSections = [
  { id: 'profile', label: 'Profile', path: ACCOUNT_PATH },
  { id: 'password', label: 'Password', path: `${ACCOUNT_PATH}/password` },
  { id: 'sessions', label: 'Sessions', path: `${ACCOUNT_PATH}/sessions` },
  { id: 'alerts', label: 'Alerts', path: `${ACCOUNT_PATH}/alerts` },
  { id: 'api-keys', label: 'API keys', path: `${ACCOUNT_PATH}/api-keys` },
  { id: 'quota', label: 'Quota', path: `${ACCOUNT_PATH}/quota` },
] as const;

export type AccountSection = (typeof accountSections)[number];

/** The section at an address; undefined for any other address. */
export function sectionAt(pathname: string): AccountSection | undefined {
  const path = normalPath(pathname);
  return accountSections.find((section) => section.path === path);
}
