import { Stack, Text } from '@portage/ui';
import type { Playbook, Question } from '../../playbooks/api-types.ts';
import { wizardPath } from '../../playbooks/playbook-queries.ts';
import { setupProblems } from '../step-problems.ts';
import { type StepProps, useProblems } from '../step-props.ts';
import { WorkflowMappingSection } from './mapping/mapping-section.tsx';
import { PriceMapping, usePriceLists } from './price-mapping.tsx';
import { QuestionField } from './question-field.tsx';
import { ScheduleFields, scheduleProblems } from './schedule-fields.tsx';

/** The pair's own step: its questions, its price mapping and its schedule (spec CPB-15). */
export function SetupStep({ playbook, template, step, answers, change, propose, ...rest }: StepProps) {
  const setup = template.setup;
  const prices = usePriceLists(playbook, template, step.id);
  const problems = useProblems(rest, {
    ...(setup ? setupProblems(setup, answers) : {}),
    ...prices.problemsOf(answers.priceMapping),
    ...scheduleProblems(answers.schedule),
  });
  if (!setup) return null;
  return (
    <Stack $gap={5}>
      <Text $whiteSpace="pre-line" $maxWidth="70ch">
        {setup.text}
      </Text>
      {setup.questions.map((question) => (
        <QuestionField
          key={question.name}
          question={question}
          questions={setup.questions}
          playbookId={playbook.id}
          stepId={step.id}
          answers={answers}
          change={change}
          propose={propose}
          problems={problems}
          connectorPath={buildConnectorPath(playbook, step.id, question)}
        />
      ))}
      {setup.priceMapping ? (
        <PriceMapping
          lists={prices}
          mapping={answers.priceMapping ?? {}}
          onChange={(priceMapping) => change((before) => ({ ...before, priceMapping }))}
          errorMessage={problems.priceMapping}
        />
      ) : null}
      <ScheduleFields
        schedule={answers.schedule ?? null}
        onChange={(schedule) => change((before) => ({ ...before, schedule }))}
        problems={problems}
      />
      {template.workflows
        .filter(({ id }) => setup.showsMappingOf.includes(id))
        .map((workflow) => (
          <WorkflowMappingSection
            key={workflow.id}
            playbookId={playbook.id}
            template={template}
            workflow={workflow}
            changed={answers.mappings?.[workflow.id]}
            onChange={(mappings) => change((before) => ({ ...before, mappings: { ...before.mappings, [workflow.id]: mappings } }))}
          />
        ))}
    </Stack>
  );
}

/** A link to the connector field that has to be filled first, and back. */
function buildConnectorPath({ id, wizard }: Playbook, stepId: string, { connector, connectorField }: Question): string | undefined {
  const connectorId = wizard.steps.find((step) => step.id === `connector-${connector}`)?.connectorId;
  if (!connectorId || connectorField === undefined) return undefined;
  return `/connectors/${encodeURIComponent(connectorId)}/edit?${new URLSearchParams({ returnTo: wizardPath(id, stepId) })}`;
}
