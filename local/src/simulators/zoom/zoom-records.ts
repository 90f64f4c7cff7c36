export interface ZoomUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  type: number;
  status: string;
  dept: string;
  timezone: string;
  pmi: number;
  created_at: string;
  last_login_time: string;
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
  status: string;
  start_time: string;
  duration: number;
  timezone: string;
  password: string;
  created_at: string;
  join_url: string;
  start_url: string;
  settings: Record<string, unknown>;
}

export interface Registrant {
  id: string;
  gatheringId: number;
  email: string;
  first_name: string;
  last_name: string;
  org: string;
  job_title: string;
  phone: string;
  custom_questions: unknown[];
  status: 'pending' | 'approved' | 'denied';
  create_time: string;
  join_url: string;
  [more: string]: unknown;
}

export interface Participant {
  /** New each time a person joins. */
  user_id: string;
  id: string;
  gatheringId: number;
  registrant_id: string;
  name: string;
  user_email: string;
  join_time: string;
  leave_time: string;
  duration: number;
  status: string;
}

export const gatheringKinds = ['meeting', 'webinar'] as const;

export type GatheringKind = (typeof gatheringKinds)[number];
