import type { ConnectorTypeChoice } from '@portage/connectors/schema';
import { Button, color, Dialog, font, Hint, Select, space, TextField } from '@portage/ui';
import type { StepPosition } from '@portage/workflow';
import { type KeyboardEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import type { NewStepChoice } from '../canvas/canvas-types.ts';
import { useFlow, useFlowContext } from '../canvas/flow-context.tsx';
import { readRecentChoices } from '../canvas/recent-choices.ts';
import { ConnectorTiles } from './connector-tiles.tsx';
import { PickerRow } from './picker-row.tsx';
import { findStepChoices, hasWords } from './step-choices.ts';
import { useIntegrationSteps, usePickedConnectorTypes } from './step-sources.ts';
import { useOperationChoices } from './use-operation-choices.ts';

const Section = styled.section`
  display: grid;
  gap: ${space(2)};
  & + & {
    margin-top: ${space(5)};
  }
  > h3 {
    color: ${color.muted};
    font-size: ${font.size.small};
    font-weight: ${font.weight.medium};
  }
`;
const List = styled.div`
  display: grid;
`;
const Row = styled.div`
  display: grid;
  grid-template-columns: 1fr max-content;
  align-items: end;
  gap: ${space(2)};
`;

/** The dialog that chooses the step for a place on the canvas (spec EDIT-36..39). */
export function NewStepDialog() {
  const adding = useFlow((state) => state.adding);
  const { store, actions } = useFlowContext();
  // Keeps the title while the dialog closes.
  const last = useRef<StepPosition | null>(null);
  if (adding) last.current = adding;

  function close(isChosen: boolean): void {
    store.set({ adding: null });
    if (!isChosen) actions.focus(store.getState().focusKey, { reveal: true });
  }
  return (
    <Dialog isOpen={adding !== null} onClose={() => close(false)} title="New Step">
      <Choices
        onChoose={(choice) => {
          const place = store.getState().adding ?? last.current;
          close(true);
          if (place) actions.add(place, choice);
        }}
      />
    </Dialog>
  );
}

function Choices({ onChoose }: { onChoose: (choice: NewStepChoice) => void }) {
  const integrationSteps = useIntegrationSteps();
  const [integration, setIntegration] = useState<string | null>(null);
  const [filter, setFilter] = useState('');
  const [recent] = useState(readRecentChoices);
  const shown = findStepChoices(filter, recent);
  const operations = useOperationChoices(filter, recent);
  const connectorType = usePickedConnectorTypes().find(({ name }) => hasWords(name, filter));
  const chosen = integrationSteps.find(({ implementationType }) => implementationType === integration);
  const isFiltered = filter.trim() !== '';
  const first = shown[0] ?? operations[0]?.choice ?? (connectorType && callTo(connectorType));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside.
    <div onKeyDown={moveByArrow}>
      <Section aria-label="Simple steps">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isFiltered && first) onChoose(first);
          }}
        >
          <TextField label="Search steps" value={filter} onChange={setFilter} placeholder="Search; Enter adds the first match" autoFocus />
        </form>
        <List>
          {shown.map((choice) => (
            <PickerRow
              key={choice.type}
              {...choice}
              isFirst={isFiltered && choice === first}
              onChoose={() => onChoose({ type: choice.type, label: choice.label })}
            />
          ))}
        </List>
        {operations.length === 0 && /\be?-?mail/i.test(filter) ? (
          <Hint role="status">
            Portage has no e-mail step. Send e-mail with an operation of a connector, such as SendGrid, or with an HTTP request to your mail
            service.
          </Hint>
        ) : isFiltered && !first ? (
          <Hint role="status">No steps match. Call any system with an HTTP request, or write the step in JavaScript.</Hint>
        ) : null}
      </Section>
      {operations.length > 0 ? (
        <Section aria-label="Operations">
          <h3>{isFiltered ? 'Operations of your connectors' : 'Recently used operations'}</h3>
          <List>
            {operations.map(({ key, choice, line, logoUrl }) => (
              <PickerRow
                key={key}
                type={choice.type}
                label={choice.label}
                line={line}
                logoUrl={logoUrl}
                isFirst={isFiltered && choice === first}
                onChoose={() => onChoose(choice)}
              />
            ))}
          </List>
        </Section>
      ) : null}
      <Section>
        <h3>Integration Steps</h3>
        <Row>
          <Select
            label="Select Integration Step"
            value={integration}
            onChange={setIntegration}
            options={integrationSteps.map(({ implementationType, displayName }) => ({ value: implementationType, label: displayName }))}
            isDisabled={integrationSteps.length === 0}
            placeholder={integrationSteps.length === 0 ? 'No integration steps yet' : 'Select Integration Step'}
          />
          <Button
            variant="primary"
            isDisabled={!chosen}
            onPress={() =>
              chosen && onChoose({ type: 'IntegrationStep', label: chosen.displayName, implementationType: chosen.implementationType })
            }
          >
            Add
          </Button>
        </Row>
      </Section>
      <Section>
        <h3>Connectors</h3>
        <ConnectorTiles filter={filter} onChoose={(type) => onChoose(callTo(type))} />
      </Section>
    </div>
  );
}

/** Moves the focus through the choices, from and to the search field. A letter goes to the field. */
function moveByArrow(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, target, currentTarget } = event;
  const field = currentTarget.querySelector('input');
  const choices = [...currentTarget.querySelectorAll<HTMLElement>('[data-choice]')];
  const at = target instanceof HTMLElement ? choices.indexOf(target) : -1;
  if (at < 0 && target !== field) return;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    const next = at + (key === 'ArrowDown' ? 1 : -1);
    if (next < 0) field?.focus();
    else choices[Math.min(next, choices.length - 1)]?.focus();
  } else if (at >= 0 && key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) field?.focus();
}

function callTo({ id, name }: ConnectorTypeChoice): NewStepChoice {
  return { type: 'ConnectorOperation', label: name, connectorTypeId: id };
}
