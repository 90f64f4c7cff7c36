import { messageOf } from '@portage/contracts';
import { Banner, Button, color, font, Inline, Spinner, Stack, TextField, useApi } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { type StepProps, useProblems } from '../step-props.ts';
import { filledValue, valuesToFill, withFilledValue } from './left-to-fill.ts';
import { ScheduleFields, scheduleProblems } from './schedule-fields.tsx';

const Title = styled.h3`
  font-size: ${font.size.base};
`;
const Hint = styled.p`
  margin: 0;
  max-width: 70ch;
  color: ${color.muted};
`;

/** What a workflow template leaves to the person: values of its connector steps (spec PB-45, PB-46). */
export function IntegrationsStep({ step, answers, change, ...rest }: StepProps) {
  const api = useApi();
  const template = useQuery({
    queryKey: ['workflow-templates', 'one', step.workflowTemplateId],
    queryFn: ({ signal }) => api('GET /api/workflow-templates/{id}', { params: { id: step.workflowTemplateId ?? '' } }, { signal }),
    enabled: step.workflowTemplateId !== null,
    retry: false,
  });
  const values = valuesToFill(template.data?.template.steps ?? []);
  const filled = answers.stepIntegrations ?? [];
  const missing = values.filter((value) => filledValue(filled, value).trim() === '');
  const problems = useProblems(rest, {
    ...Object.fromEntries(missing.map((value) => [`${value.stepId}.${value.path}`, `Please enter ${value.label}`])),
    ...scheduleProblems(answers.schedule),
  });
  const stepIds = [...new Set(values.map(({ stepId }) => stepId))];
  if (template.error) {
    return (
      <Banner
        tone="danger"
        title="The workflow template could not be loaded"
        action={<Button onPress={() => template.refetch()}>Retry</Button>}
      >
        {messageOf(template.error)}
      </Banner>
    );
  }
  if (!template.data) {
    return (
      <Inline role="status">
        <Spinner /> Loading the workflow template…
      </Inline>
    );
  }
  return (
    <Stack $gap={5}>
      {template.data.template.description ? <Hint>{template.data.template.description}</Hint> : null}
      {values.length === 0 ? <Hint>Nothing is left to fill in: this workflow is ready to run with your connectors.</Hint> : null}
      {stepIds.map((stepId) => (
        <Stack key={stepId} as="section" aria-label={stepId}>
          <Title>{stepId}</Title>
          {values
            .filter((value) => value.stepId === stepId)
            .map((value) => (
              <TextField
                key={value.path}
                label={value.label}
                isRequired
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
      <ScheduleFields
        schedule={answers.schedule ?? null}
        onChange={(schedule) => change((before) => ({ ...before, schedule }))}
        problems={problems}
      />
    </Stack>
  );
}
