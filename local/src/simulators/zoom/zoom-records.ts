export interface ZoomUser {
  id: string;
  email: string;
  display_name: string;
  status: string;
  timezone: string;
  [more: string]: unknown;
}

/** A meeting or a webinar. */
export interface Gathering {
  id: number;
  uuid: string;
  host_id: string;
  host_email: string;
  topic: string;
  agenda: string;
  type: number;
  start_time: string;
  duration: number;
  timezone: string;
  created_at: string;
  join_url: string;
  settings: Record<string, unknown>;
  [more: string]: unknown;
}

export interface Registrant {
  id: string;
  gatheringId: number;
  email: string;
  first_name: string;
  last_name: string;
  status: 'pending' | 'approved' | 'denied';
  create_time: string;
  [more: string]: unknown;
}

export interface Participant {
  /** New each time a person joins. */
  user_id: string;
  gatheringId: number;
  duration: number;
  [more: string]: unknown;
}

export const gatheringKinds = ['meeting', 'webinar'] as const;

export type GatheringKind = (typeof gatheringKinds)[number];
