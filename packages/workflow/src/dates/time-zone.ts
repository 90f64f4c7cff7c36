import { DAY_MS } from '@portage/primitives/durations';

/** A zone's clock. Wall times are the milliseconds at which UTC's clock would show the same. */
export interface TimeZone {
  wallOf(instantMs: number): number;
  /**
   * When the clock shows a wall time: the first time if it does so twice, and the first instant after the gap if it never does. NaN outside
   * the range of dates.
   * @param offsetMs if the clock shows the time twice, picks the one with this offset
   */
  instantOf(wallMs: number, offsetMs?: number): number;
}

const KEPT_ZONES = 200;

/** The calendar repeats after 400 years. */
const CYCLE_MS = 146_097 * DAY_MS;
/** 3 January of year 1. Intl counts earlier years backwards. */
const FIRST_YEAR_MS = new Date(0).setUTCFullYear(1, 0, 3);

const utc: TimeZone = { wallOf: (instantMs) => instantMs, instantOf: (wallMs) => wallMs };

/** Creating a formatter costs a hundred times as much as using it. */
const cachedZones = new Map<string, TimeZone>();

/** @throws RangeError if there is no zone with this IANA name. */
export function timeZone(name: string): TimeZone {
  const kept = name === 'UTC' ? utc : cachedZones.get(name);
  if (kept) return kept;
  const zone = intlZone(name);
  if (cachedZones.size >= KEPT_ZONES) cachedZones.clear();
  cachedZones.set(name, zone);
  return zone;
}

/** Whether a zone is cached, so that it need not be created. */
export function isZoneCached(name: string): boolean {
  return name === 'UTC' || cachedZones.has(name);
}

export function isTimeZone(name: string): boolean {
  try {
    timeZone(name);
    return true;
  } catch {
    return false;
  }
}

function intlZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  function wallOf(instantMs: number): number {
    if (Number.isNaN(new Date(instantMs).getTime())) return Number.NaN;
    if (instantMs < FIRST_YEAR_MS) return wallOf(instantMs + CYCLE_MS) - CYCLE_MS;
    // The numbers are in the order month, day, year, hour, minute, second.
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (format.format(instantMs).match(/\d+/g) ?? []).map(Number);
    const wholeSecondMs = Math.floor(instantMs / 1000) * 1000;
    return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000 + instantMs - wholeSecondMs;
  }

  function instantOf(wallMs: number, offsetMs?: number): number {
    if (offsetMs !== undefined && wallOf(wallMs - offsetMs) === wallMs) return wallMs - offsetMs;
    // Clocks have never changed by more than a day, nor twice within two days.
    const [before, after] = [wallMs - DAY_MS, wallMs + DAY_MS];
    for (const guess of [wallMs - (wallOf(before) - before), wallMs - (wallOf(after) - after)]) {
      if (Number.isNaN(guess) || wallOf(guess) === wallMs) return guess;
    }
    return firstInstantPast(wallMs, before, after);
  }

  /** The end of the gap that swallows a wall time. */
  function firstInstantPast(wallMs: number, fromMs: number, toMs: number): number {
    let [early, late] = [fromMs, toMs];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (wallOf(middle) > wallMs) late = middle;
      else early = middle;
    }
    return late;
  }

  return { wallOf, instantOf };
}
