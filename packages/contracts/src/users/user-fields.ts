/** Which dashboard a user gets (spec AUTH-53). */
export const dashboardTypes = ['None', 'Ecommerce', 'Event'] as const;
export type DashboardType = (typeof dashboardTypes)[number];

/** The one scope with an effect: gift cards (spec AUTH-55). */
export const GIFT_CARD_SCOPE = 'PandaGiftCard' as const;

/** Far beyond any real need, and exact in both JSON and PostgreSQL. */
export const LARGEST_QUOTA = 1_000_000_000;
/** The message for every value that isn't a quota. */
export const QUOTA_RANGE = `Please enter a whole number from 0 to ${LARGEST_QUOTA.toLocaleString('en')}`;
