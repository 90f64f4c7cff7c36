import type { ConnectorTypeChoice } from '@portage/connectors/schema';
import { Button, color, Dialog, font, motion, radius, Select, size, space, TextField } from '@portage/ui';
import type { StepPosition } from '@portage/workflow';
import { type CSSProperties, useRef, useState } from 'react';
import styled from 'styled-components';
import { getStepLook } from '../../step-types/step-look.ts';
import type { NewStepChoice } from '../canvas/canvas-types.ts';
import { useFlow, useFlowContext } from '../canvas/flow-context.tsx';
import { ConnectorTiles } from './connector-tiles.tsx';
import { dialogChoices, hasWords } from './step-choices.ts';
import { useIntegrationSteps, usePickedConnectorTypes } from './step-sources.ts';

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
const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(2, 1fr);
  gap: ${space(2)};
`;
const Tile = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: ${size.touch};
  padding: ${space(1)} ${space(2)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.text};
  text-align: left;
  cursor: pointer;
  transition: border-color ${motion.quick} ${motion.ease};
  > svg {
    flex: none;
    color: var(--step);
  }
  &:hover {
    border-color: var(--step);
  }
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
  const shown = dialogChoices.filter(({ label }) => hasWords(label, filter));
  const connectorType = usePickedConnectorTypes().find(({ name }) => hasWords(name, filter));
  const chosen = integrationSteps.find(({ implementationType }) => implementationType === integration);
  return (
    <>
      <Section aria-label="Simple steps">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (filter.trim() === '') return;
            const [first] = shown;
            if (first) onChoose(first);
            else if (connectorType) onChoose(callTo(connectorType));
          }}
        >
          <TextField label="Filter" value={filter} onChange={setFilter} placeholder="Search; Enter adds the first match" autoFocus />
        </form>
        <Grid>
          {shown.map((choice) => {
            const { icon: Icon, color: stepColor } = getStepLook(choice.type);
            return (
              <Tile key={choice.type} type="button" style={{ '--step': stepColor } as CSSProperties} onClick={() => onChoose(choice)}>
                <Icon size={size.icon} aria-hidden />
                {choice.label}
              </Tile>
            );
          })}
        </Grid>
      </Section>
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
    </>
  );
}

function callTo({ id, name }: ConnectorTypeChoice): NewStepChoice {
  return { type: 'ConnectorOperation', label: name, connectorTypeId: id };
}
