import { RESTORABLE_HOURS } from '@portage/contracts/calls';
import { HOUR_MS } from '@portage/primitives/durations';

/** Only what was deleted after this instant can be fully restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - RESTORABLE_HOURS * HOUR_MS);
}
