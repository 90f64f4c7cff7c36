const REFERRAL_KEY = 'refCode';

/** The code under which a person was referred to Portage; it comes from local storage only (spec AUTH-18, SHELL-20). */
export function readReferralCode(storage: Storage | null): string | undefined {
  return storage?.getItem(REFERRAL_KEY) || undefined;
}

/** Once a sign-in or sign-up has carried it, it is used up. */
export function clearReferralCode(storage: Storage | null): void {
  storage?.removeItem(REFERRAL_KEY);
}
