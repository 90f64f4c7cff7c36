import type { AlertFacts, OwnerId } from '@portage/contracts';

/** `endedAt` is absent in messages of earlier releases. */
export interface AlertSnapshot extends AlertFacts {
  id: string;
  ownerUserId: OwnerId;
  ownerEmail: string;
  /** ISO 8601. */
  firstAt: string;
  lastAt: string;
}
