import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Portage } from '../portage.ts';
import type { Spot } from './counted-page.ts';
import type { Hand } from './hand.ts';
import type { OutsideSystem } from './outside-system.ts';

export interface Desk {
  portage: Portage;
  /** The client of the job's person, who has no workflows yet. */
  api: Client<Calls>;
  outside: OutsideSystem;
}

export interface Task {
  /** Where the job begins. */
  path: string;
  /** Visible once the person can begin. */
  start: Spot;
  isSignedOut?: boolean;
  /** What the person has done before the job begins. */
  arrange?(hand: Hand): Promise<void>;
  /** @throws if the job's result isn't there in the end */
  work(hand: Hand): Promise<void>;
}

export interface Job {
  name: string;
  /** The most actions: clicks, keys and filled fields. */
  target: number;
  /** The target counts clicks and keys only: what is written is the person's own, such as a name and an address. */
  isTypingFree?: boolean;
  /** Makes over HTTP what the job needs. */
  prepare(desk: Desk): Promise<Task>;
}

/** @throws with the two values if they differ as JSON */
export function mustEqual(what: string, actual: unknown, wanted: unknown): void {
  const [given, right] = [actual, wanted].map((value) => JSON.stringify(value));
  if (given !== right) throw new Error(`${what}: ${given} instead of ${right}`);
}

const POLL_MS = 100;
const MOST_MS = 30_000;

/** Looks until there is a result. @throws after half a minute */
export async function until<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  const endMs = performance.now() + MOST_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > endMs) throw new Error(`${what}: not within ${MOST_MS / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The id of the run that the page's address names. */
export function readRunId({ pathname, searchParams }: URL): string {
  return searchParams.get('workflowInstanceId') ?? pathname.split('/')[2] ?? '';
}
