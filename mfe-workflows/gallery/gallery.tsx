import { color, Inline, Select, size, space, type ThemePreference, useThemePreference } from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { openAndValidate } from '../src/editor/panel/form-memory.ts';
import { useFormProblems } from '../src/editor/panel/use-form-memory.ts';
import { EditorProvider, useEditor } from '../src/editor/state/editor-context.tsx';
import type { EditorStore } from '../src/editor/state/editor-state.ts';
import { ConnectorSourceProvider } from '../src/editor/step-forms/connector-choice/connector-source.tsx';
import { StepPanel } from '../src/editor/step-panel/step-panel.tsx';
import { ValueSelectorProvider } from '../src/editor/values/index.ts';
import { delayed, gallerySource } from './gallery-source.ts';

const Room = styled.main`
  position: relative;
  height: 100vh;
  padding: ${space(4)};
  background: ${color.canvas};
  overflow: hidden;
`;
const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  max-width: calc(100% - ${size.drawer} - ${space(4)});
  margin: ${space(4)} 0;
  padding: 0;
  list-style: none;
`;
const Problems = styled.ul`
  max-width: calc(100% - ${size.drawer} - ${space(4)});
  color: ${color.muted};
`;

const themes = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Shows every step form: a step is chosen on the left, and its form opens on the right. */
export function Gallery({ store, document, answersAfterMs }: { store: EditorStore; document: unknown; answersAfterMs: number }) {
  const [source] = useState(() => delayed(gallerySource(document), answersAfterMs));
  return (
    <ConnectorSourceProvider source={source}>
      <EditorProvider store={store}>
        <Forms store={store} />
      </EditorProvider>
    </ConnectorSourceProvider>
  );
}

function Forms({ store }: { store: EditorStore }) {
  const [theme, setTheme] = useThemePreference();
  const steps = useEditor((state) => state.steps);
  const problems = useFormProblems();
  // Does what the canvas does when a panel is closed by keyboard.
  useEffect(
    () =>
      store.onRequest((request) => {
        if (request.kind === 'reveal') document.querySelector<HTMLElement>(`[data-id="${CSS.escape(request.id)}"]`)?.focus();
      }),
    [store],
  );
  return (
    <ValueSelectorProvider failedTurn={null} steps={steps as WorkflowStep[]} workflowId="gallery">
      <Room>
        <Inline>
          <h1>Step forms</h1>
          <Select<ThemePreference> label="Theme" isLabelHidden value={theme} onChange={setTheme} options={themes} />
        </Inline>
        <List>
          {steps.map((step) => (
            <li key={step.clientId} className="react-flow__node" data-id={step.clientId} tabIndex={-1}>
              <button type="button" onClick={() => store.open(step.clientId)}>
                {step.stepId}
              </button>
              <button type="button" onClick={() => openAndValidate(store, step.clientId)} aria-label={`Validate ${step.stepId}`}>
                !
              </button>
            </li>
          ))}
        </List>
        <Problems aria-label="Form problems">
          {problems.map(({ stepId, field, message }) => (
            <li key={`${stepId} ${field}`}>{`${stepId} ${field}: ${message}`}</li>
          ))}
        </Problems>
        <StepPanel />
      </Room>
    </ValueSelectorProvider>
  );
}
