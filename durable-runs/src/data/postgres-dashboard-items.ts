import { type Database, putDashboardItem, removeDashboardItem, updateDashboardItem } from '@portage/database';
import type { DashboardItemPort } from './dashboard-item-port.ts';
import { retryDatabase } from './retry-database.ts';

/** Dashboard items in PostgreSQL: one statement per call, repeated if PostgreSQL was down (HOSTILE 10). */
export function postgresDashboardItems(connect: () => Database, wait: (ms: number) => Promise<void>): DashboardItemPort {
  return {
    write({ ownerUserId, content, nowMs, ...item }) {
      const write = { ...item, at: new Date(nowMs) };
      const newId = crypto.randomUUID();
      return retryDatabase(() => {
        if (content === null) return removeDashboardItem(connect(), ownerUserId, write);
        if (content.mustExist) return updateDashboardItem(connect(), ownerUserId, write, content);
        return putDashboardItem(connect(), ownerUserId, write, { ...content, newId });
      }, wait);
    },
  };
}
