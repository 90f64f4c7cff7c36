import { describe, expect, test } from 'vitest';
import { type SchedulePeriod, schedulePeriods } from '../model/values.ts';
import type { Schedule } from '../step-types/trigger-schema.ts';
import { firstFire, nextFire, nextFires } from './next-fires.ts';
import { scheduleRule } from './schedule-rule.ts';

function listFires(schedule: Schedule, after: string, count = 3): string[] {
  return nextFires(scheduleRule(schedule, Date.parse(after)), Date.parse(after), count).map((fire) => new Date(fire).toISOString());
}

describe('a schedule', () => {
  test('fires at its start, then every frequency × period (ENG-22)', () => {
    const every = (period: SchedulePeriod, frequency: number) =>
      listFires({ period, frequency, startAt: '2026-11-21T09:00:00Z' }, '2026-11-21T08:00:00Z');
    expect(every('Minute', 15)).toEqual(['2026-11-21T09:00:00.000Z', '2026-11-21T09:15:00.000Z', '2026-11-21T09:30:00.000Z']);
    expect(every('Hour', 5)).toEqual(['2026-11-21T09:00:00.000Z', '2026-11-21T14:00:00.000Z', '2026-11-21T19:00:00.000Z']);
    expect(every('Day', 2)).toEqual(['2026-11-21T09:00:00.000Z', '2026-11-23T09:00:00.000Z', '2026-11-25T09:00:00.000Z']);
    expect(every('Week', 1)).toEqual(['2026-11-21T09:00:00.000Z', '2026-11-28T09:00:00.000Z', '2026-12-05T09:00:00.000Z']);
    expect(every('Month', 3)).toEqual(['2026-11-21T09:00:00.000Z', '2027-02-21T09:00:00.000Z', '2027-05-21T09:00:00.000Z']);
    expect(every('Year', 1)).toEqual(['2026-11-21T09:00:00.000Z', '2027-11-21T09:00:00.000Z', '2028-11-21T09:00:00.000Z']);
  });

  test('fires once if its period is OneTime, whatever the frequency is', () => {
    const once: Schedule = { period: 'OneTime', frequency: 0, startAt: '2026-11-21T09:00:00Z' };
    expect(listFires(once, '2026-11-21T08:59:59.999Z')).toEqual(['2026-11-21T09:00:00.000Z']);
    expect(listFires(once, '2026-11-21T09:00:00Z')).toEqual([]);
  });

  test('without a start begins when it is activated (STEP-28)', () => {
    const takenUp = Date.parse('2026-11-21T09:30:10Z');
    expect(nextFire(scheduleRule({ period: 'OneTime' }, takenUp), takenUp - 1)).toBe(takenUp);
    expect(nextFires(scheduleRule({ period: 'Hour', startAt: null }, takenUp), takenUp, 1)).toEqual([takenUp + 3_600_000]);
  });

  test('catches up on a OneTime that passed before activation, and on nothing else', () => {
    const [startAt, takenUp] = ['2026-11-21T09:00:00Z', Date.parse('2026-11-21T10:00:00Z')];
    const first = (schedule: Schedule) => firstFire(scheduleRule(schedule, takenUp), takenUp);
    expect(first({ period: 'OneTime', startAt })).toBe(Date.parse(startAt));
    expect(first({ period: 'Hour', startAt })).toBe(takenUp);
    expect(first({ period: 'Day', startAt })).toBe(Date.parse(startAt) + 86_400_000);
    expect(first({ period: 'Day', startAt: '2026-11-21T10:00:01Z' })).toBe(takenUp + 1_000);
    expect(first({ period: 'Day' })).toBe(takenUp);
  });

  test('reads a start without a zone on its own clock, and one with a zone as an instant', () => {
    const berlin = { period: 'Day', timeZone: 'Europe/Berlin' } as const;
    expect(listFires({ ...berlin, startAt: '2026-11-21T09:00' }, '2026-11-01T00:00:00Z', 1)).toEqual(['2026-11-21T08:00:00.000Z']);
    expect(listFires({ ...berlin, startAt: '2026-11-21' }, '2026-11-01T00:00:00Z', 1)).toEqual(['2026-11-20T23:00:00.000Z']);
    expect(listFires({ ...berlin, startAt: '2026-11-21T09:00+05:30' }, '2026-11-01T00:00:00Z', 1)).toEqual(['2026-11-21T03:30:00.000Z']);
    expect(listFires({ period: 'Day', startAt: '2026-11-21T09:00' }, '2026-11-01T00:00:00Z', 1)).toEqual(['2026-11-21T09:00:00.000Z']);
  });

  test('refuses what validation refuses', () => {
    expect(() => scheduleRule({ period: 'Day', frequency: 0 }, 0)).toThrow(RangeError);
    expect(() => scheduleRule({ period: 'Day', startAt: 'soon' }, 0)).toThrow(RangeError);
    expect(() => scheduleRule({ period: 'Day', timeZone: 'Mars/Olympus' }, 0)).toThrow(RangeError);
  });

  test('ends at the end of dates, whatever the frequency', () => {
    expect(listFires({ period: 'Year', frequency: 5_000, startAt: '2026-01-01T00:00:00Z' }, '2025-01-01T00:00:00Z')).toEqual([
      '2026-01-01T00:00:00.000Z',
      '7026-01-01T00:00:00.000Z',
    ]);
    for (const period of schedulePeriods) {
      const schedule: Schedule = { period, frequency: 1e300, startAt: '2026-01-01T00:00:00Z', timeZone: 'Europe/Berlin' };
      expect(listFires(schedule, '2026-01-01T00:00:00Z')).toEqual([]);
    }
  });

  test('takes no longer for a start a century ago', () => {
    const rule = scheduleRule({ period: 'Minute', startAt: '1926-01-01T00:00:30Z', timeZone: 'Europe/Berlin' }, 0);
    for (let n = 0; n < 10_000; n += 1) nextFire(rule, Date.UTC(2026, 10, 21) + n);
    expect(nextFire(rule, Date.UTC(2026, 10, 21))).toBe(Date.UTC(2026, 10, 21, 0, 0, 30));
  });
});

describe('HOSTILE 12: the clock', () => {
  test('HOSTILE 12: a time in the spring gap moves to the first instant after it, and back the day after', () => {
    const schedule: Schedule = { period: 'Day', startAt: '2026-03-07T02:30:00-05:00', timeZone: 'America/New_York' };
    // 02:30, 03:00 (02:30 doesn't exist), 02:30
    expect(listFires(schedule, '2026-03-07T00:00:00Z')).toEqual([
      '2026-03-07T07:30:00.000Z',
      '2026-03-08T07:00:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ]);
  });

  test('HOSTILE 12: a start inside the gap moves too, and later days keep the intended time', () => {
    const schedule: Schedule = { period: 'Day', startAt: '2026-03-08T02:30', timeZone: 'America/New_York' };
    expect(listFires(schedule, '2026-03-01T00:00:00Z', 2)).toEqual(['2026-03-08T07:00:00.000Z', '2026-03-09T06:30:00.000Z']);
  });

  test('HOSTILE 12: a time that occurs twice in autumn fires only the first time', () => {
    const schedule: Schedule = { period: 'Day', startAt: '2026-10-31T01:30:00-04:00', timeZone: 'America/New_York' };
    expect(listFires(schedule, '2026-10-31T00:00:00Z')).toEqual([
      '2026-10-31T05:30:00.000Z',
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ]);
    // Between the two, the next fire is tomorrow's.
    expect(listFires(schedule, '2026-11-01T06:00:00Z', 1)).toEqual(['2026-11-02T06:30:00.000Z']);
  });

  test('HOSTILE 12: a start that is the second of two equal times stays the second', () => {
    const schedule: Schedule = { period: 'Day', startAt: '2026-11-01T06:30:00Z', timeZone: 'America/New_York' };
    expect(listFires(schedule, '2026-11-01T00:00:00Z', 2)).toEqual(['2026-11-01T06:30:00.000Z', '2026-11-02T06:30:00.000Z']);
  });

  test('HOSTILE 12: minutes and hours pass evenly through both', () => {
    const hourly = (startAt: string) => listFires({ period: 'Hour', startAt, timeZone: 'America/New_York' }, startAt, 4);
    expect(hourly('2026-03-08T06:30:00Z').map((fire) => fire.slice(11, 16))).toEqual(['07:30', '08:30', '09:30', '10:30']);
    expect(hourly('2026-11-01T04:30:00Z').map((fire) => fire.slice(11, 16))).toEqual(['05:30', '06:30', '07:30', '08:30']);
  });

  test('HOSTILE 12: 29 February fires on the 28th until the next leap year', () => {
    const schedule: Schedule = { period: 'Year', startAt: '2024-02-29T12:00:00Z' };
    expect(listFires(schedule, '2024-03-01T00:00:00Z', 5).map((fire) => fire.slice(0, 10))).toEqual([
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
      '2029-02-28',
    ]);
    expect(listFires({ ...schedule, frequency: 4 }, '2096-03-01T00:00:00Z', 2).map((fire) => fire.slice(0, 10))).toEqual([
      '2100-02-28',
      '2104-02-29',
    ]);
  });

  test('HOSTILE 12: the 31st + 1 month is the last day of a shorter month, then the 31st again', () => {
    const schedule: Schedule = { period: 'Month', startAt: '2027-12-31T08:00:00Z' };
    expect(listFires(schedule, '2027-12-31T08:00:00Z', 6).map((fire) => fire.slice(0, 10))).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
    ]);
  });

  test('HOSTILE 12: Lord Howe moves its clocks by half an hour', () => {
    const schedule: Schedule = { period: 'Day', startAt: '2026-10-03T02:15', timeZone: 'Australia/Lord_Howe' };
    // 02:15 at +10:30, 02:30 (02:15 doesn't exist) and 02:15 at +11.
    expect(listFires(schedule, '2026-10-01T00:00:00Z')).toEqual([
      '2026-10-02T15:45:00.000Z',
      '2026-10-03T15:30:00.000Z',
      '2026-10-04T15:15:00.000Z',
    ]);
    // In April, 01:45 occurs twice.
    const autumn: Schedule = { period: 'Day', startAt: '2026-04-04T01:45', timeZone: 'Australia/Lord_Howe' };
    expect(listFires(autumn, '2026-04-01T00:00:00Z')).toEqual([
      '2026-04-03T14:45:00.000Z',
      '2026-04-04T14:45:00.000Z',
      '2026-04-05T15:15:00.000Z',
    ]);
  });

  test('HOSTILE 12: a day that a country skipped fires once', () => {
    const schedule: Schedule = { period: 'Day', startAt: '2011-12-29T00:00', timeZone: 'Pacific/Apia' };
    // Samoa had no 30 December 2011: its fire moves to the start of the 31st, which also has its own.
    expect(listFires(schedule, '2011-12-28T00:00:00Z')).toEqual([
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ]);
  });
});
