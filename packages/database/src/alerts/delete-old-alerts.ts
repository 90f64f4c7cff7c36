import { DAY_MS } from '@portage/primitives/durations';
import { lt } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { alertMessages, alerts } from '../schema/alerts.ts';

/** How long the list of alerts goes back. */
const ALERTS_KEPT_MS = 30 * DAY_MS;
/** Includes sent messages: they say when a person got the last one. */
const MESSAGES_KEPT_MS = 7 * DAY_MS;

export async function deleteOldAlerts(db: HttpDatabase, now: Date): Promise<void> {
  await db.batch([
    db.delete(alerts).where(lt(alerts.lastAt, new Date(now.getTime() - ALERTS_KEPT_MS))),
    db.delete(alertMessages).where(lt(alertMessages.createdAt, new Date(now.getTime() - MESSAGES_KEPT_MS))),
  ]);
}
