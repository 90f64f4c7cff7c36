import { DAY_MS } from '@portage/primitives/durations';
import fc from 'fast-check';
import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import { describe, expect, test } from 'vitest';
import { schedulePeriods } from '../model/values.ts';
import type { Schedule } from '../step-types/trigger-schema.ts';
import { latestFire, nextFire, nextFires } from './next-fires.ts';
import { scheduleRule } from './schedule-rule.ts';

const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Casablanca'];

/** A zone's offsets over a span, found by asking luxon for every hour; afterwards only a table. */
function collectOffsets(zoneName: string, fromMs: number, toMs: number): { fromMs: number; offsetMs: number }[] {
  const zone = zoneName === 'UTC' ? FixedOffsetZone.utcInstance : IANAZone.create(zoneName);
  const offsetAt = (instantMs: number) => zone.offset(instantMs) * 60_000;
  const table = [{ fromMs: Number.NEGATIVE_INFINITY, offsetMs: offsetAt(fromMs) }];
  for (let hour = fromMs; hour < toMs; hour += 3_600_000) {
    if (offsetAt(hour + 3_600_000) === offsetAt(hour)) continue;
    for (let minute = hour; minute < hour + 3_600_000; minute += 60_000) {
      if (offsetAt(minute + 60_000) !== offsetAt(minute)) table.push({ fromMs: minute + 60_000, offsetMs: offsetAt(minute + 60_000) });
    }
  }
  return table;
}

const tenYears = { fromMs: Date.UTC(2024, 0, 1), toMs: Date.UTC(2034, 0, 1) };
const tables = new Map(ZONES.map((zone) => [zone, collectOffsets(zone, tenYears.fromMs - 2 * DAY_MS, tenYears.toMs + 400 * DAY_MS)]));

/** When a clock first shows a wall time, or the end of the gap in which it never does. */
function instantByTable(zone: string, wallMs: number): number {
  const table = tables.get(zone) ?? [];
  for (const [at, { fromMs, offsetMs }] of table.entries()) {
    const toMs = table[at + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    if (wallMs - offsetMs < fromMs) return fromMs;
    if (wallMs - offsetMs < toMs) return wallMs - offsetMs;
  }
  throw new Error('unreachable');
}

/** Every fire of ten years, counted one by one with luxon's calendar. */
function firesByLuxon(schedule: Required<Omit<Schedule, 'overlap'>>, toMs: number): number[] {
  const { period, frequency, timeZone } = schedule;
  const startMs = Date.parse(schedule.startAt ?? '');
  const unit = `${period.toLowerCase()}s`;
  const start = DateTime.fromMillis(startMs, { zone: timeZone }).setZone('utc', { keepLocalTime: true });
  const fires = new Set([startMs]);
  for (let index = 1; ; index += 1) {
    const amount = { [unit]: index * frequency };
    const isElapsed = period === 'Minute' || period === 'Hour';
    const fire = isElapsed
      ? DateTime.fromMillis(startMs, { zone: timeZone }).plus(amount).toMillis()
      : instantByTable(timeZone, start.plus(amount).toMillis());
    if (fire > toMs) return [...fires];
    fires.add(fire);
  }
}

const longestFrequency = { OneTime: 1, Minute: 100_000, Hour: 5_000, Day: 400, Week: 60, Month: 30, Year: 4 };
const shortestFrequency = { OneTime: 1, Minute: 500, Hour: 12, Day: 1, Week: 1, Month: 1, Year: 1 };

const anySchedule = fc
  .record({ period: fc.constantFrom(...schedulePeriods), timeZone: fc.constantFrom(...ZONES) })
  .chain(({ period, timeZone }) =>
    fc.record({
      period: fc.constant(period),
      timeZone: fc.constant(timeZone),
      // Mostly small ones: they fire most.
      frequency: fc.oneof(
        fc.integer({ min: shortestFrequency[period], max: shortestFrequency[period] + 1 }),
        fc.integer({ min: shortestFrequency[period], max: longestFrequency[period] }),
      ),
      startAt: fc
        .oneof(
          fc.integer({ min: tenYears.fromMs, max: tenYears.fromMs + 400 * DAY_MS }),
          // Near clock changes, and at the end of months.
          fc.constantFrom(tenYears.fromMs, ...(tables.get(timeZone) ?? []).slice(1, 8).map(({ fromMs }) => fromMs)),
          fc.constantFrom(Date.UTC(2024, 0, 31, 2, 15), Date.UTC(2024, 1, 29, 23, 59, 59, 999), Date.UTC(2024, 4, 30)),
        )
        .chain((base) => fc.integer({ min: -7_200_000, max: 7_200_000 }).map((shift) => new Date(base + shift).toISOString())),
    }),
  );

describe('ten years of schedules', () => {
  test(`fire exactly at the instants that an independent calculation gives, in ${ZONES.join(', ')}`, () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        const expected = schedule.period === 'OneTime' ? [Date.parse(schedule.startAt)] : firesByLuxon(schedule, tenYears.toMs);
        const rule = scheduleRule(schedule, 0);
        expect(nextFires(rule, Number.NEGATIVE_INFINITY, expected.length)).toEqual(expected);
      }),
      { numRuns: 250 },
    );
  });

  test('are the same from any starting point: the next and the latest fire surround every instant', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: tenYears.fromMs, max: tenYears.toMs }), (schedule, instantMs) => {
        const fires = schedule.period === 'OneTime' ? [Date.parse(schedule.startAt)] : firesByLuxon(schedule, tenYears.toMs);
        const rule = scheduleRule(schedule, 0);
        expect(latestFire(rule, instantMs)).toBe(fires.findLast((fire) => fire <= instantMs) ?? null);
        const next = fires.find((fire) => fire > instantMs);
        if (next !== undefined) expect(nextFire(rule, instantMs)).toBe(next);
      }),
      { numRuns: 120 },
    );
  });
});
