import { parseIsoDate } from '../dates/iso-date.ts';
import { isTimeZone } from '../schedule/time-zone.ts';
import type { Schedule } from '../steps/trigger.ts';
import { mapMappings, type Report, requireText, type StepRule } from './step-rule.ts';

/** Spec STEP-25, STEP-26. */
export const triggerRule: StepRule<'Trigger'> = {
  check(step, report) {
    if (step.triggerType === 'ConnectorEvent') {
      requireText(step.connectorId, 'connectorId', 'Connector', report);
      requireText(step.eventId, 'eventId', 'Event', report);
    }
    if (step.triggerType === 'Scheduled') {
      if (step.schedule) checkSchedule(step.schedule, report);
      else report('schedule.period', 'Please input Period');
    }
  },
  mapTexts: (step, visit) => ({ ...step, ...mapMappings('requestParameterMappings', step.requestParameterMappings, visit) }),
};

function checkSchedule(schedule: Schedule, report: Report): void {
  const { frequency = 1, period, startAt, timeZone } = schedule;
  if (period !== 'OneTime' && !(Number.isInteger(frequency) && frequency >= 1)) {
    report('schedule.frequency', 'Frequency must be a whole number of at least 1');
  }
  if (startAt && parseIsoDate(startAt) === null) report('schedule.startAt', 'Start must be a date and time such as 2026-11-21T09:00:00Z');
  if (timeZone && !isTimeZone(timeZone)) report('schedule.timeZone', `There is no time zone "${timeZone}"`);
}
