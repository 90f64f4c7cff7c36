import { NO_FIELDS, offeredExternalIds } from '@portage/playbooks/wizard';
import { Banner, Checkbox, font, Problem, Select, Stack, Star, space } from '@portage/ui';
import { useEffect } from 'react';
import styled from 'styled-components';
import type { AdditionalField, ApplicationPair, Direction, Template } from '../../playbooks/api-types.ts';
import { availablePairs, flowChoice } from '../pairs-of-applications.ts';
import { areSameAnswers, findChosenName, type StepAnswers, withChosenName } from '../step-answers.ts';
import { flowProblems, getExternalIds, type StepProblems } from '../step-problems.ts';
import { type StepProps, useProblems } from '../step-props.ts';
import { AdditionalFieldInput } from './additional-field-input.tsx';
import { FlowMappingSection } from './mapping/mapping-section.tsx';
import { ScheduleFields, scheduleProblems } from './schedule-fields.tsx';

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
  align-items: start;
  gap: ${space(4)};
  /* The direction decides on the two below it. React Aria puts a template element before a select. */
  > div:first-of-type {
    grid-column: 1 / -1;
  }
`;
const Title = styled.h3`
  margin-bottom: ${space(3)};
  font-size: ${font.size.base};
`;

/** One flow of an integration application (spec PB-47..52). Choosing another direction or entity reloads the sections below (PB-43). */
export function FlowStep({ playbook, template, step, answers, change, propose, ...rest }: StepProps) {
  const applications = playbook.integrationApplicationsConfiguration ?? template.applications;
  const available = applications ? availablePairs(applications, playbook.wizard.steps, step.id) : [];
  const choice = flowChoice(available, answers);
  const { pair, direction } = choice;
  const problems = useProblems(rest, { ...flowProblems(choice, answers), ...scheduleProblems(answers.schedule) });

  // A selector with one option is answered already (spec PB-48).
  useEffect(() => {
    if (!areSameAnswers(withChoice(answers, choice), answers)) propose((before) => withChoice(before, choice));
  });

  if (!applications) return <Banner tone="warning">This template has no integration applications any more.</Banner>;
  const titleOf = (entity: string) => applications.entityTitles[entity] ?? entity;
  const entityOptions = (entities: readonly string[]) => entities.map((entity) => ({ value: entity, label: titleOf(entity) }));
  const [source = 'Source', target = 'Target'] = template.connectors.map(
    ({ connectorTypeId, stepName }) => systemName(template, connectorTypeId) ?? stepName,
  );
  const directionWords: Record<Direction, string> = {
    SourceToTarget: `${source} to ${target}`,
    TargetToSource: `${target} to ${source}`,
  };
  /** Each system's name stays in place when the direction changes. */
  const wayOf = (readsIn: Direction, system: string) =>
    direction === null ? undefined : direction === readsIn ? `Read from ${system}` : `Written to ${system}`;
  const choose = (changes: Partial<Pick<typeof choice, 'direction' | 'source' | 'target'>>) => {
    const wanted = { ...choice, ...changes };
    const next = flowChoice(available, {
      integrationFlowDirectionType: wanted.direction,
      flowEntitiesToSync: { source: wanted.source, target: wanted.target },
    });
    change((before) => withChoice(before, next, next.pair !== pair));
  };

  return (
    <Stack $gap={5}>
      <Row>
        <Select
          label="Direction"
          isRequired
          value={direction}
          onChange={(next) => choose({ direction: next })}
          options={choice.directions.map((value) => ({ value, label: directionWords[value] }))}
          isDisabled={choice.directions.length <= 1}
          errorMessage={problems.direction}
        />
        <Select
          label="Source entity"
          hint={wayOf('SourceToTarget', source)}
          isRequired
          value={choice.source}
          onChange={(next) => choose({ source: next })}
          options={entityOptions(choice.sources)}
          isDisabled={choice.sources.length <= 1}
          placeholder={direction === null ? 'Choose a direction first' : undefined}
          errorMessage={problems.source}
        />
        <Select
          label="Target entity"
          hint={wayOf('TargetToSource', target)}
          isRequired
          value={choice.target}
          onChange={(next) => choose({ target: next })}
          options={entityOptions(choice.targets)}
          isDisabled={choice.targets.length <= 1}
          placeholder={choice.source === null ? 'Choose a source entity first' : undefined}
          errorMessage={problems.target}
        />
      </Row>
      {pair && direction ? (
        <Stack $gap={5} key={`${direction}:${pair.sourceEntity}:${pair.targetEntity}`}>
          <AdditionalFields
            playbookId={playbook.id}
            stepId={step.id}
            pair={pair}
            answers={answers}
            change={change}
            propose={propose}
            problems={problems}
          />
          <ExternalIdFields pair={pair} direction={direction} answers={answers} change={change} problem={problems.externalIds} />
          <ScheduleFields
            schedule={answers.schedule ?? null}
            onChange={(schedule) => change((before) => ({ ...before, schedule }))}
            problems={problems}
          />
          <FlowMappingSection
            playbook={playbook}
            template={template}
            step={step}
            pair={pair}
            direction={direction}
            titleOf={titleOf}
            changed={answers.mappings?.[step.id]}
            onChange={(mappings) => change((before) => ({ ...before, mappings: { ...before.mappings, [step.id]: mappings } }))}
          />
        </Stack>
      ) : null}
    </Stack>
  );
}

function systemName({ connectorTypes }: Template, connectorTypeId: string): string | undefined {
  return connectorTypes.find(({ id }) => id === connectorTypeId)?.name ?? undefined;
}

/** The answers with what the selectors show. @param isOther another pair starts without the previous pair's answers */
function withChoice(
  answers: StepAnswers,
  { direction, source, target, pair }: ReturnType<typeof flowChoice>,
  isOther = false,
): StepAnswers {
  const flow = { integrationFlowDirectionType: direction, flowEntitiesToSync: { source, target } };
  if (isOther) {
    const { integrationFlowAdditionalData: _, targetEntityExternalIdFields: __, mappings: ___, chosenNames: ____, ...others } = answers;
    return { ...others, ...flow, targetEntityExternalIdFields: pair ? getExternalIds(pair, others) : [] };
  }
  return { ...answers, ...flow, ...(pair ? { targetEntityExternalIdFields: getExternalIds(pair, answers) } : {}) };
}

interface AdditionalFieldsProps {
  playbookId: string;
  stepId: string;
  pair: ApplicationPair;
  answers: StepAnswers;
  change: (update: (before: StepAnswers) => StepAnswers) => void;
  propose: (update: (before: StepAnswers) => StepAnswers) => void;
  problems: StepProblems;
}

/** Spec PB-50, PB-51: in their order. */
function AdditionalFields({ playbookId, stepId, pair, answers, change, propose, problems }: AdditionalFieldsProps) {
  if (pair.additionalFields.length === 0) {
    return (
      <Banner tone="warning">
        <span data-problem tabIndex={-1}>
          {NO_FIELDS}
        </span>
      </Banner>
    );
  }
  const values = answers.integrationFlowAdditionalData ?? {};
  const fields: AdditionalField[] = [...pair.additionalFields].sort((one, other) => one.order - other.order);
  return (
    <Stack>
      {fields.map((field) => (
        <AdditionalFieldInput
          key={field.name}
          field={field}
          place={{ playbookId, stepId, fieldName: field.name }}
          value={values[field.name] ?? ''}
          chosenName={findChosenName(answers, field.name, values[field.name] ?? '')}
          onChange={(value, name) => change((before) => withField(before, field.name, value, name))}
          onOnlyChoice={(value, name) => propose((before) => withField(before, field.name, value, name))}
          errorMessage={problems[`field.${field.name}`]}
        />
      ))}
    </Stack>
  );
}

function withField(answers: StepAnswers, field: string, value: string | null, name: string | null): StepAnswers {
  const integrationFlowAdditionalData = { ...answers.integrationFlowAdditionalData, [field]: value };
  return withChosenName({ ...answers, integrationFlowAdditionalData }, field, value, name);
}

interface ExternalIdFieldsProps {
  pair: ApplicationPair;
  direction: Direction;
  answers: StepAnswers;
  change: (update: (before: StepAnswers) => StepAnswers) => void;
  problem: string | undefined;
}

/** Target fields that get the source's id, so that records can be matched later. */
function ExternalIdFields({ pair, direction, answers, change, problem }: ExternalIdFieldsProps) {
  const offered = offeredExternalIds(pair, direction);
  if (offered.length === 0) return null;
  const chosen = getExternalIds(pair, answers);
  return (
    <section aria-label="Target External Id Fields" data-problem={problem ? true : undefined}>
      <Title>
        Target External Id Fields
        <Star />
      </Title>
      <Stack $gap={2}>
        {offered.map(({ path, title }) => (
          <Checkbox
            key={path}
            value={chosen.includes(path)}
            isDisabled={offered.length === 1}
            onChange={(isChosen) =>
              change((before) => ({
                ...before,
                targetEntityExternalIdFields: isChosen ? [...chosen, path] : chosen.filter((one) => one !== path),
              }))
            }
          >
            {title}
          </Checkbox>
        ))}
      </Stack>
      {problem ? (
        <Problem $above={2} $size="small" role="alert">
          {problem}
        </Problem>
      ) : null}
    </section>
  );
}
