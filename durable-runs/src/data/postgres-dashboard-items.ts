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
        if (content === null) return removeDashboardItem(ownerUserId, connect(), write);
        if (content.mustExist) return updateDashboardItem(ownerUserId, connect(), write, content);
        return putDashboardItem(ownerUserId, connect(), write, { ...content, newId });
      }, wait);
    },
  };
}
