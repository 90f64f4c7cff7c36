import { scheduleProblems } from '../schedule/schedule-problems.ts';
import { mapMappings, requireJson, requireText, type StepRule } from './step-rule.ts';

/** Spec STEP-25, STEP-26. */
export const triggerRule: StepRule<'Trigger'> = {
  check(step, report) {
    if (step.triggerType === 'Webhook') requireJson(step.payloadSampleJson, 'payloadSampleJson', 'Payload Sample JSON', report);
    if (step.triggerType === 'ConnectorEvent') {
      requireText(step.connectorId, 'connectorId', 'Connector', report);
      requireText(step.eventId, 'eventId', 'Event', report);
    }
    if (step.triggerType === 'Scheduled') {
      if (!step.schedule) report('schedule.period', 'Please input Period');
      else for (const { field, message } of scheduleProblems(step.schedule)) report(`schedule.${field}`, message);
    }
  },
  mapTexts: (step, visit) => ({ ...step, ...mapMappings('requestParameterMappings', step.requestParameterMappings, visit) }),
};
