const REFERRAL_KEY = 'refCode';

/** The code under which a person was referred to Portage; read only from local storage (spec AUTH-18, SHELL-20). */
export function readReferralCode(storage: Storage | null): string | undefined {
  return storage?.getItem(REFERRAL_KEY) || undefined;
}

/** The code is used up once a sign-in or sign-up has sent it. */
export function clearReferralCode(storage: Storage | null): void {
  storage?.removeItem(REFERRAL_KEY);
}
