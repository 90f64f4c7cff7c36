import { HOUR_MS } from '@portage/primitives/durations';
import { type OwnerId, toOwnerId } from '../users/owner-id.ts';

/**
 * A run's id carries the key of the shard that holds it (docs/architecture.md), so a run is found without a lookup:
 * `{owner}-{hour}-{lane}-{random}`; the first three parts are the shard's name.
 */

const RANDOM = /^[0-9a-z]{12,26}$/;
const RUN_ID = /^([0-9a-f]{32})-([0-9a-z]{4,6})-([0-9a-z]{1,2})-([0-9a-z]{12,26})$/;

export interface RunLocation {
  /** Name for `idFromName` of the RunShard namespace. */
  shardName: string;
  /** Owner's user id (UUID with dashes). */
  ownerUserId: OwnerId;
  /** Start of the hour in which the shard accepts new runs, ms since the epoch. */
  hourStartMs: number;
  lane: number;
}

/** @param ownerUserId UUID; @param random 12 to 26 characters of [0-9a-z]. */
export function makeRunId(ownerUserId: OwnerId, nowMs: number, lane: number, random: string): string {
  return `${buildShardName(ownerUserId, nowMs, lane)}-${random}`;
}

export function buildShardName(ownerUserId: OwnerId, atMs: number, lane: number): string {
  const hour = Math.floor(atMs / HOUR_MS).toString(36);
  return `${ownerUserId.replaceAll('-', '').toLowerCase()}-${hour}-${lane.toString(36)}`;
}

/** The last location parsed, because a shard parses thousands of ids that all name itself. */
let last: { prefix: string; location: Readonly<RunLocation> } | null = null;

/** @returns null if the text isn't a run id. */
export function parseRunId(runId: string): Readonly<RunLocation> | null {
  if (last && runId.startsWith(last.prefix) && RANDOM.test(runId.slice(last.prefix.length))) return last.location;
  const match = RUN_ID.exec(runId);
  if (!match) return null;
  const [, owner = '', hour = '', lane = ''] = match;
  const location = {
    shardName: `${owner}-${hour}-${lane}`,
    ownerUserId: toOwnerId(owner.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')),
    hourStartMs: Number.parseInt(hour, 36) * HOUR_MS,
    lane: Number.parseInt(lane, 36),
  };
  last = { prefix: `${location.shardName}-`, location };
  return location;
}
