import { useApi } from '@portage/area-kit';
import { color, FailedRead, Inline, Spinner, Stack, Text, TextField } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { type StepProps, useProblems } from '../step-props.ts';
import { filledValue, formatFieldPath, withFilledValue } from './left-to-fill.ts';
import { ScheduleFields, scheduleProblems } from './schedule-fields.tsx';

const Hint = styled.p`
  margin: 0;
  max-width: 70ch;
  color: ${color.muted};
`;

/** The fields that a workflow template leaves to the person: values of its connector steps (spec PB-45, PB-46). */
export function IntegrationsStep({ playbook, step, answers, change, ...rest }: StepProps) {
  const api = useApi();
  const toFill = useQuery({
    queryKey: ['playbooks', 'values-to-fill', playbook.id, step.id],
    queryFn: ({ signal }) =>
      api('GET /api/playbooks/{id}/wizard/steps/{stepId}/values-to-fill', { params: { id: playbook.id, stepId: step.id } }, { signal }),
    retry: false,
    // Another connector may require other values.
    staleTime: 0,
  });
  const values = toFill.data?.values ?? [];
  const filled = answers.stepIntegrations ?? [];
  const missing = values.filter((value) => value.isRequired && filledValue(filled, value).trim() === '');
  const problems = useProblems(rest, {
    ...Object.fromEntries(missing.map((value) => [`${value.stepId}.${value.path}`, `Please enter ${formatFieldPath(value.path)}`])),
    ...scheduleProblems(answers.schedule),
  });
  const stepIds = [...new Set(values.map(({ stepId }) => stepId))];
  if (toFill.error) {
    return <FailedRead title="The workflow template could not be loaded" query={toFill} />;
  }
  if (!toFill.data) {
    return (
      <Inline role="status">
        <Spinner /> Loading the workflow template…
      </Inline>
    );
  }
  return (
    <Stack $gap={5}>
      {toFill.data.description ? <Hint>{toFill.data.description}</Hint> : null}
      {values.length === 0 ? <Hint>Nothing is left to fill in: this workflow is ready to run with your connectors.</Hint> : null}
      {stepIds.map((stepId) => (
        <Stack key={stepId} as="section" aria-label={stepId}>
          <Text as="h3" $size="base">
            {stepId}
          </Text>
          {values
            .filter((value) => value.stepId === stepId)
            .map((value) => (
              <TextField
                key={value.path}
                label={formatFieldPath(value.path)}
                isRequired={value.isRequired}
                maxLength={20_000}
                value={filledValue(filled, value)}
                onChange={(text) =>
                  change((before) => ({ ...before, stepIntegrations: withFilledValue(before.stepIntegrations ?? [], value, text) }))
                }
                errorMessage={problems[`${value.stepId}.${value.path}`]}
              />
            ))}
        </Stack>
      ))}
      {toFill.data.isScheduled ? (
        <ScheduleFields
          usual="Template default"
          schedule={answers.schedule ?? null}
          onChange={(schedule) => change((before) => ({ ...before, schedule }))}
          problems={problems}
        />
      ) : null}
    </Stack>
  );
}
