import { expressionReferences } from '../expressions/expression-references.ts';
import { literalText } from '../expressions/parse-expression.ts';
import { workflowLimits } from '../model/values.ts';
import type { ReferenceRoot } from '../values/syntax-tree.ts';
import { requireJson, requireText } from './check-fields.ts';
import { fillIn } from './fill-in.ts';
import { mapMappings, mapMembers } from './map-texts.ts';
import { scheduleProblems } from './schedule-problems.ts';
import type { Report, StepDefinition } from './step-definition.ts';
import type { RunTagDefinition, Schedule, TriggerStep } from './trigger-schema.ts';

/** A new schedule fires once, now (spec STEP-28). @param timeZone its clock, an IANA name; default UTC */
export function newSchedule(now: Date, timeZone?: string): Schedule {
  return { startAt: now.toISOString(), frequency: 1, period: 'OneTime', ...(timeZone ? { timeZone } : {}) };
}

/** The first step of every workflow: its type is required, and so are that type's fields (spec STEP-25, STEP-26). */
export const trigger = {
  label: 'Trigger',
  waitsOutside: false,
  create: ({ triggerType = 'Manual' }, now) => ({
    type: 'Trigger',
    triggerType,
    ...(triggerType === 'Scheduled' ? { schedule: newSchedule(now()) } : {}),
  }),
  withDefaults: (step) => (step.schedule ? { ...step, schedule: fillIn(step.schedule, { frequency: 1 }) } : step),
  check(step, report) {
    checkTags(step.runTags ?? [], report);
    if (step.triggerType === 'Webhook') {
      requireJson(step.payloadSampleJson, 'payloadSampleJson', 'Payload Sample JSON', report);
      checkWebhook(step, report);
    }
    if (step.triggerType === 'ConnectorEvent') {
      requireText(step.connectorId, 'connectorId', 'Connector', report);
      requireText(step.eventId, 'eventId', 'Event', report);
      checkMappings(step.requestParameterMappings ?? [], report);
    }
    if (step.triggerType === 'Scheduled') {
      if (!step.schedule) report('schedule.period', 'Please input Period');
      else for (const { field, message } of scheduleProblems(step.schedule)) report(`schedule.${field}`, message);
    }
  },
  mapTexts: (step, visit) => ({
    ...step,
    ...mapMappings('requestParameterMappings', step.requestParameterMappings, visit),
    ...(step.runTags
      ? {
          runTags: step.runTags.map((tag, index) =>
            mapMembers(tag, ['name', 'valueExpression'], 'expression', `runTags[${index}].`, visit),
          ),
        }
      : {}),
  }),
  offers: ({ triggerType }) => (triggerType === 'Webhook' ? ['Payload', 'Headers', 'Query', 'Method', 'RawBody'] : ['Payload']),
} satisfies StepDefinition<TriggerStep>;

function checkTags(tags: readonly RunTagDefinition[], report: Report): void {
  const names = new Set<string>();
  for (const [index, { name, valueExpression }] of tags.entries()) {
    requireText(name.trim(), `runTags[${index}].name`, 'Tag', report);
    requireText(valueExpression, `runTags[${index}].valueExpression`, 'Value', report);
    const text = literalText(name.trim());
    if (!text) continue;
    if (text.length > workflowLimits.runTagNameLength) {
      report(`runTags[${index}].name`, `A tag has at most ${workflowLimits.runTagNameLength} characters`);
    }
    if (names.has(name.trim())) report(`runTags[${index}].name`, `The tag "${name.trim()}" already exists`);
    names.add(name.trim());
  }
}

function checkWebhook({ webhookAnswerSeconds: seconds, allowedMethods }: TriggerStep, report: Report): void {
  const { min, max } = workflowLimits.webhookAnswerSeconds;
  if (seconds !== undefined && !(seconds >= min && seconds <= max)) {
    report('webhookAnswerSeconds', `The time limit must be from ${min} to ${max} seconds`);
  }
  if (allowedMethods?.length === 0) report('allowedMethods', 'Choose at least one method');
}

/** They define what to listen for (spec HOOK-06): no step has run by then, so they can't read anything from a run. */
function checkMappings(mappings: readonly { fromParameterExpression: string | null }[], report: Report): void {
  for (const [index, { fromParameterExpression }] of mappings.entries()) {
    if (listRoots(fromParameterExpression ?? '').some((root) => root !== 'Consts')) {
      const field = `requestParameterMappings[${index}].fromParameterExpression`;
      report(field, 'A trigger starts before any step has run: use texts, formulas and $Consts');
    }
  }
}

function listRoots(text: string): ReferenceRoot[] {
  try {
    return expressionReferences(text).references.map(({ root }) => root);
  } catch {
    // Unreadable text is reported separately.
    return [];
  }
}
