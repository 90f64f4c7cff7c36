import type { DashboardItemType } from '@portage/workflow';

/** An item of a dashboard, known by its type, its source and its id there (spec ENG-29). */
export interface DashboardItemChange {
  dashboardId: string;
  type: DashboardItemType;
  source: string;
  externalId: string;
  /** Create replaces what is there, Update needs it to be there; null takes it away. */
  content: { name: string; object: object; mustExist: boolean } | null;
}

export interface DashboardItemWrite extends DashboardItemChange {
  ownerUserId: string;
  /** The same for every attempt of the same step. */
  writeKey: string;
  nowMs: number;
}

/** `no-dashboard`: the owner has no such dashboard. `no-item`: there is none to update. */
export type DashboardItemWritten = 'written' | 'no-dashboard' | 'no-item';

/** Items of dashboards as runs write them: each call is atomic, and made once under its key. */
export interface DashboardItemPort {
  write(write: DashboardItemWrite): Promise<DashboardItemWritten>;
}
