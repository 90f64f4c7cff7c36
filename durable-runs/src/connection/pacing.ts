import { DAY_MS } from '@portage/primitives/durations';

/** Slows down a connector's calls after its system reported too many. */
export interface PacingState {
  pausedUntilMs: number;
  /** Pause between two calls once `pausedUntilMs` has passed. */
  spacingMs: number;
  nextSlotMs: number;
  limitedAtMs: number;
}

export const NO_PACING: PacingState = { pausedUntilMs: 0, spacingMs: 0, nextSlotMs: 0, limitedAtMs: 0 };

const FIRST_SPACING_MS = 50;
const LONGEST_SPACING_MS = 2_000;
const DEFAULT_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = DAY_MS;
/** After this time without a complaint, the spacing halves. */
const EASE_MS = 30_000;
/** Complaints this close together come from concurrent calls and count once. */
const TOGETHER_MS = 500;

/** The system complained. @param retryAfterMs the wait it asked for; null: none */
export function slowDown(state: PacingState, retryAfterMs: number | null, nowMs: number): PacingState {
  const eased = ease(state, nowMs);
  const isSame = eased.spacingMs > 0 && nowMs - state.limitedAtMs < TOGETHER_MS;
  const spacingMs = isSame ? eased.spacingMs : Math.min(LONGEST_SPACING_MS, Math.max(FIRST_SPACING_MS, eased.spacingMs * 2));
  const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(0, retryAfterMs ?? Math.max(DEFAULT_PAUSE_MS, spacingMs * 4)));
  const pausedUntilMs = Math.max(eased.pausedUntilMs, nowMs + pauseMs);
  return { pausedUntilMs, spacingMs, nextSlotMs: Math.max(eased.nextSlotMs, pausedUntilMs), limitedAtMs: nowMs };
}

/**
 * Takes a slot for a call.
 *
 * @param longestWaitMs a call that would wait longer takes no slot
 * @returns how long it has to wait
 */
export function takeSlot(state: PacingState, nowMs: number, longestWaitMs: number): { state: PacingState; waitMs: number } {
  const eased = ease(state, nowMs);
  if (eased.spacingMs === 0 && eased.pausedUntilMs <= nowMs) return { state: eased, waitMs: 0 };
  const slotMs = Math.max(nowMs, eased.pausedUntilMs, eased.nextSlotMs);
  const waitMs = slotMs - nowMs;
  return waitMs > longestWaitMs ? { state: eased, waitMs } : { state: { ...eased, nextSlotMs: slotMs + eased.spacingMs }, waitMs };
}

/**
 * Takes slots for several calls that want to start at once.
 *
 * @returns how long each has to wait, up to the first one that would wait too long
 */
export function takeSlots(
  state: PacingState,
  nowMs: number,
  longestWaitMs: number,
  calls: number,
): { state: PacingState; waitsMs: number[] } {
  const first = takeSlot(state, nowMs, longestWaitMs);
  let after = first.state;
  const waitsMs = [first.waitMs];
  while (waitsMs.length < calls) {
    const next = takeSlot(after, nowMs, longestWaitMs);
    if (next.waitMs > longestWaitMs) break;
    after = next.state;
    waitsMs.push(next.waitMs);
  }
  return { state: after, waitsMs };
}

function ease(state: PacingState, nowMs: number): PacingState {
  if (state.spacingMs === 0) return state;
  const halvings = Math.floor((nowMs - Math.max(state.limitedAtMs, state.pausedUntilMs)) / EASE_MS);
  if (halvings <= 0) return state;
  const spacingMs = state.spacingMs / 2 ** halvings;
  return { ...state, spacingMs: spacingMs < FIRST_SPACING_MS / 2 ? 0 : spacingMs };
}
