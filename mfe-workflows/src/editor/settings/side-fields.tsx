import { UseSimulatedButton } from '@portage/area-kit';
import { Banner, Card, Hint, Inline, Select, Stack, TextField } from '@portage/ui';
import type { Entity, IntegrationType } from '../../api-types.ts';
import { getSides, type IntegrationDraft, type SideDraft, type SideName } from '../integration/integration-draft.ts';
import { listQuestions, usableEntities, useEntities } from '../integration/use-integration.ts';
import { AddConnectorButton } from '../step-forms/connector-choice/add-connector-button.tsx';
import { withSetChoice } from '../step-forms/connector-choice/connector-choices.ts';
import { useConnectors, useConnectorTypes } from '../step-forms/connector-choice/connector-source.tsx';
import { LoadProblem } from '../step-forms/connector-choice/load-problem.tsx';

export interface SideFieldsProps {
  side: SideName;
  draft: IntegrationDraft;
  definition: IntegrationType | undefined;
  onChange: (changes: Partial<SideDraft>, key?: string) => void;
  problemOf: (field: string) => string | undefined;
  isReadOnly: boolean;
}

/** One system of an integration: its connector, its record type, and the questions about the records (spec INT-05). */
export function SideFields({ side, draft, definition, onChange, problemOf, isReadOnly }: SideFieldsProps) {
  const connectors = useConnectors();
  const types = useConnectorTypes();
  const { connectorId, connectorTypeId, entityType, customFormData } = draft[side];
  const entities = useEntities(connectorTypeId);
  const offered = usableEntities(entities.data, side, draft.direction);
  const isRead = getSides(draft.direction).from === side;
  const allowed = listAllowedTypeIds(definition);
  const typeName = (id: string | null) => types.data?.find((type) => type.id === id)?.name ?? '';
  const fits = (id: string) => allowed.length === 0 || allowed.some((one) => id === one || isVariant(typeName(id), typeName(one)));
  const options = (connectors.data ?? [])
    .filter((connector) => fits(connector.connectorTypeId))
    .map(({ id, name, connectorTypeId: typeId }) => ({ value: id, label: name, detail: typeName(typeId) }));
  // A pair's first system is the source until one is chosen.
  const preset = connectorTypeId ?? allowed[side === 'Source' ? 0 : 1] ?? null;

  function choose(id: string, typeId: string | null): void {
    const known = typeId ?? connectors.data?.find((one) => one.id === id)?.connectorTypeId ?? null;
    onChange({ connectorId: id, connectorTypeId: known });
  }
  return (
    <Card title={`${side}: ${isRead ? 'read from' : 'written to'}`}>
      <Stack>
        <Select
          label={`${side} Connector`}
          value={connectorId}
          onChange={(id) => choose(id, null)}
          options={withSetChoice(options, connectorId, 'Unknown connector')}
          placeholder={options.length === 0 ? 'There are no connectors yet' : 'Select a connector'}
          isRequired
          isDisabled={isReadOnly}
          errorMessage={problemOf(`${side}.connectorId`)}
        />
        {isReadOnly ? null : (
          <Inline>
            <AddConnectorButton connectorTypeId={preset} onAdded={choose} />
            {preset !== null && connectorId === null ? (
              <UseSimulatedButton type={{ id: preset, name: typeName(preset) || null }} onMade={(id) => choose(id, preset)} />
            ) : null}
          </Inline>
        )}
        <LoadProblem of={[connectors, types, entities]} />
        {connectorTypeId === null ? null : entities.data && offered.length === 0 ? (
          <Banner tone="warning">
            {`Portage does not know yet what can be ${isRead ? 'read from' : 'written to'} ${typeName(connectorTypeId)}. Its document must declare it in x-entities.`}
          </Banner>
        ) : (
          <Select
            label={`${side} Entity`}
            value={entityType}
            onChange={(entity) => onChange({ entityType: entity })}
            options={withSetChoice(
              offered.map(({ name, title }) => ({ value: name, label: title })),
              entityType,
              entityType ?? '',
            )}
            placeholder="Select what is synchronised"
            isRequired
            isDisabled={isReadOnly}
            errorMessage={problemOf(`${side}.entityType`)}
          />
        )}
        <Questions
          questions={listQuestions(entities.data, draft, side)}
          answers={customFormData}
          onAnswer={(name, answer) => onChange({ customFormData: { ...customFormData, [name]: answer } }, `${side}.${name}`)}
          problemOf={(name) => problemOf(`${side}.customFormData.${name}`)}
          isReadOnly={isReadOnly}
        />
        {entityType !== null && isRead ? <Hint $size="tiny">Portage only reads from this system.</Hint> : null}
      </Stack>
    </Card>
  );
}

interface QuestionsProps {
  questions: Entity['parameters'];
  answers: SideDraft['customFormData'];
  onAnswer: (name: string, answer: string) => void;
  problemOf: (name: string) => string | undefined;
  isReadOnly: boolean;
}

/** Questions about an entity that mappings don't answer, such as a location or a price list. */
function Questions({ questions, answers, onAnswer, problemOf, isReadOnly }: QuestionsProps) {
  return questions.map(({ name, title, description, isRequired }) => {
    const answer = answers[name];
    return (
      <TextField
        key={name}
        label={title}
        value={answer === undefined || answer === null ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer)}
        onChange={(text) => onAnswer(name, text)}
        hint={description ?? undefined}
        isRequired={isRequired}
        isReadOnly={isReadOnly}
        errorMessage={problemOf(name)}
      />
    );
  });
}

/** Ids of the connector types that an integration type joins; empty if it joins any. */
function listAllowedTypeIds(definition: IntegrationType | undefined): string[] {
  return (definition?.fields ?? []).flatMap(({ type, connectorTypeId }) =>
    type === 'connector' && connectorTypeId ? [connectorTypeId] : [],
  );
}

/** `QuickBooks of Ada`, which an admin made, also counts as QuickBooks. */
function isVariant(name: string, system: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]+/g, '');
  return system !== '' && plain(name).startsWith(plain(system));
}
