import type { OwnerId } from '@portage/contracts';
import type { DashboardItemType } from '@portage/workflow';

/** An item of a dashboard, identified by its type, source and external id (spec ENG-29). */
export interface DashboardItemChange {
  dashboardId: string;
  type: DashboardItemType;
  source: string;
  externalId: string;
  /** Create replaces an existing item, Update requires one; null deletes it. */
  content: { name: string; object: object; mustExist: boolean } | null;
}

export interface DashboardItemWrite extends DashboardItemChange {
  ownerUserId: OwnerId;
  /** The same for every attempt of a step. */
  writeKey: string;
  nowMs: number;
}

/** `no-dashboard`: the owner has no such dashboard. `no-item`: there is no item to update. */
export type DashboardItemWritten = 'written' | 'no-dashboard' | 'no-item';

/** Dashboard items as runs write them. Each call is atomic, and takes effect once per key. */
export interface DashboardItemPort {
  write(write: DashboardItemWrite): Promise<DashboardItemWritten>;
}
