import { DateTimePicker, Inline, NumberField, personsTimeZone, RadioGroup, Select, Stack } from '@portage/ui';
import type { StepAnswers } from '../step-answers.ts';
import type { StepProblems } from '../step-problems.ts';

type Schedule = NonNullable<StepAnswers['schedule']>;
type Period = NonNullable<Schedule['period']>;

const PERIODS: readonly { value: Period; label: string }[] = [
  { value: 'OneTime', label: 'Once' },
  { value: 'Minute', label: 'Minutes' },
  { value: 'Hour', label: 'Hours' },
  { value: 'Day', label: 'Days' },
  { value: 'Week', label: 'Weeks' },
  { value: 'Month', label: 'Months' },
  { value: 'Year', label: 'Years' },
];
const newSchedule = (): Schedule => ({ frequency: 1, period: 'Hour', startAt: null, timeZone: personsTimeZone() });

export function scheduleProblems(schedule: StepAnswers['schedule']): StepProblems {
  const { frequency } = schedule ?? { frequency: 1 };
  return frequency !== null && Number.isInteger(frequency) && frequency >= 1 && frequency <= 1_000
    ? {}
    : { 'schedule.frequency': 'Please enter a whole number from 1 to 1000' };
}

interface ScheduleFieldsProps {
  /** The schedule that applies unless the person sets one. */
  usual?: string;
  /** Null for the usual schedule. */
  schedule: Schedule | null;
  onChange: (schedule: Schedule | null) => void;
  problems: StepProblems;
}

/** When the playbook syncs: every ten minutes from now on, or as the person chooses. */
export function ScheduleFields({ usual = 'Every 10 minutes, from now on', schedule, onChange, problems }: ScheduleFieldsProps) {
  // A schedule without a zone is from an earlier version and uses UTC.
  const timeZone = schedule?.timeZone ?? 'UTC';
  return (
    <Stack $gap={3}>
      <RadioGroup
        label="Schedule"
        value={schedule === null ? 'usual' : 'own'}
        onChange={(way) => onChange(way === 'usual' ? null : newSchedule())}
        options={[
          { value: 'usual', label: usual },
          { value: 'own', label: 'Another schedule' },
        ]}
      />
      {schedule ? (
        <Inline $gap={4}>
          {schedule.period === 'OneTime' ? null : (
            <NumberField
              label="Every"
              isRequired
              minValue={1}
              maxValue={1_000}
              value={schedule.frequency}
              onChange={(frequency) => onChange({ ...schedule, frequency })}
              errorMessage={problems['schedule.frequency']}
            />
          )}
          <Select
            label="Period"
            value={schedule.period ?? 'Minute'}
            onChange={(period) => onChange({ ...schedule, period, frequency: period === 'OneTime' ? 1 : schedule.frequency })}
            options={PERIODS}
          />
          <DateTimePicker
            label="Start At"
            hint={`Time zone: ${timeZone}. Empty: it starts when the playbook is created.`}
            timeZone={timeZone}
            value={schedule.startAt}
            onChange={(startAt) => onChange({ ...schedule, startAt })}
          />
        </Inline>
      ) : null}
    </Stack>
  );
}
