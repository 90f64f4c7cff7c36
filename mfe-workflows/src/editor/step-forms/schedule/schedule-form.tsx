import { ComboBox, DateTimePicker, listTimeZones, RadioGroup, Select, Stack, TextField } from '@portage/ui';
import {
  hasTimeOfDay,
  newSchedule,
  readTimeOfDay,
  type Schedule,
  scheduleOverlaps,
  schedulePeriods,
  scheduleProblems,
  scheduleRule,
  withTimeOfDay,
} from '@portage/workflow';
import { useMemo, useState } from 'react';
import { FormField } from '../../panel/form-field.tsx';
import { toChoices } from '../fields/choices.ts';
import { FieldRow, FormSection, Hint } from '../fields/form-section.tsx';
import { NumberTextField } from '../fields/number-text-field.tsx';
import { FiresList } from './fires-list.tsx';
import { previewSchedule } from './schedule-preview.ts';
import { useMinute } from './use-minute.ts';

const INCOMPLETE = 'Complete the schedule to see when it starts runs.';
const periods = toChoices(schedulePeriods);
const overlaps = toChoices(scheduleOverlaps, { Allow: 'Start another run', Skip: 'Skip this time' });

export interface ScheduleFormProps {
  clientId: string;
  /** Null if the step has none yet, as in a workflow that was created elsewhere. */
  set: Schedule | null;
  onChange: (schedule: Schedule, field?: string) => void;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

/** When a scheduled workflow starts (spec STEP-20, STEP-26..28), with its next five starts. */
export function ScheduleForm({ clientId, set, onChange, isReadOnly, problemOf }: ScheduleFormProps) {
  const nowMs = useMinute();
  const [firstSchedule] = useState(() => newSchedule(new Date()));
  const schedule = set ?? firstSchedule;
  const timeZone = schedule.timeZone || 'UTC';
  const zoneChoices = useMemo(() => listTimeZones(timeZone).map((zone) => ({ value: zone, label: zone })), [timeZone]);
  const isOneTime = schedule.period === 'OneTime';
  return (
    <>
      <FieldRow>
        <FormField name="schedule.period">
          <Select
            label="Period"
            name="schedule.period"
            value={set?.period ?? null}
            placeholder="Select a period"
            onChange={(period) => onChange({ ...schedule, period })}
            options={periods}
            isRequired
            isDisabled={isReadOnly}
            errorMessage={problemOf('schedule.period')}
          />
        </FormField>
        {isOneTime ? null : (
          <NumberTextField
            clientId={clientId}
            name="schedule.frequency"
            label="Frequency"
            value={schedule.frequency ?? 1}
            onChange={(frequency) => frequency !== null && onChange({ ...schedule, frequency }, 'schedule.frequency')}
            requiredAs="Frequency"
            hint={formatFrequency(schedule)}
            min={1}
            isReadOnly={isReadOnly}
            errorMessage={problemOf('schedule.frequency')}
          />
        )}
      </FieldRow>
      {hasTimeOfDay(schedule) ? (
        <FormField name="schedule.at">
          <TextField
            type="time"
            label="At"
            name="schedule.at"
            value={readTimeOfDay(schedule) ?? ''}
            onChange={(time) => onChange(withTimeOfDay(schedule, time, nowMs), 'schedule.startAt')}
            hint={`Time of day in ${timeZone}`}
            isDisabled={isReadOnly}
          />
        </FormField>
      ) : null}
      <FormField name="schedule.startAt">
        <DateTimePicker
          label="Start At"
          value={startInstant(schedule, nowMs)}
          onChange={(startAt) => onChange({ ...schedule, startAt }, 'schedule.startAt')}
          timeZone={timeZone}
          hint={schedule.startAt ? undefined : 'Empty: it starts when the workflow is activated.'}
          isDisabled={isReadOnly}
          errorMessage={problemOf('schedule.startAt')}
        />
      </FormField>
      <FormField name="schedule.timeZone">
        <ComboBox
          label="Time zone"
          value={timeZone}
          onChange={(zone) => zone && onChange({ ...schedule, timeZone: zone })}
          options={zoneChoices}
          hint="Decides when a day, week or month begins."
          isDisabled={isReadOnly}
          errorMessage={problemOf('schedule.timeZone')}
        />
      </FormField>
      {isOneTime ? null : (
        <RadioGroup
          label="If the previous run is still running"
          value={schedule.overlap ?? 'Allow'}
          onChange={(overlap) => onChange({ ...schedule, overlap })}
          options={overlaps}
          orientation="horizontal"
          isDisabled={isReadOnly}
        />
      )}
      <FormSection title={isOneTime ? 'Next run' : 'Next five runs'}>
        {set ? <Preview schedule={set} nowMs={nowMs} timeZone={timeZone} /> : <Hint>{INCOMPLETE}</Hint>}
      </FormSection>
    </>
  );
}

function Preview({ schedule, nowMs, timeZone }: { schedule: Schedule; nowMs: number; timeZone: string }) {
  const preview = previewSchedule(schedule, nowMs);
  if (preview.kind === 'faulty') return <Hint>{INCOMPLETE}</Hint>;
  if (preview.fires.length === 0) return <Hint>This schedule has no runs left.</Hint>;
  return (
    <Stack $gap={2}>
      <FiresList fires={preview.fires} nowMs={nowMs} timeZone={timeZone} />
      <Hint>{preview.isOverdue ? 'This time has passed: the workflow runs once as soon as it is active.' : `Times in ${timeZone}`}</Hint>
    </Stack>
  );
}

/** "Every day", "Every 3 days"; undefined while the number is invalid. */
function formatFrequency(schedule: Schedule): string | undefined {
  if (scheduleProblems(schedule).some(({ field }) => field === 'frequency')) return undefined;
  const { frequency = 1, period } = schedule;
  const unit = period.toLowerCase();
  return frequency === 1 ? `Every ${unit}` : `Every ${frequency} ${unit}s`;
}

/** The start as an instant, although it may be written as a time in the schedule's own zone. */
function startInstant(schedule: Schedule, nowMs: number): string | null {
  if (!schedule.startAt?.trim() || scheduleProblems(schedule).some(({ field }) => field !== 'frequency')) return null;
  const { startMs } = scheduleRule({ ...schedule, frequency: 1 }, nowMs);
  return Number.isNaN(startMs) ? null : new Date(startMs).toISOString();
}
