import { Banner, Button, Card, CodeEditor, color, font, Inline, layer, Switch, size, space, useHost } from '@portage/ui';
import { Play, Save } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import type { Workflow } from '../api-types.ts';
import { startWorkflow } from '../workflow-list/workflow-queries.ts';
import { readSteps, type StepsDraft, textOfSteps } from './steps-draft.ts';
import { isVersionConflict, type useWorkflow } from './use-workflow.ts';
import { ValidityLine } from './validity-line.tsx';
import { WorkflowOutline } from './workflow-outline.tsx';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(280px, 2fr) minmax(0, 3fr);
  align-items: start;
  gap: ${space(4)};
  @media (max-width: 1000px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** What can be done stays in sight however long the definition is. */
const Head = styled.div`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(6)};
  min-height: ${size.topBar};
  > :first-child {
    flex: 1 1 ${size.field};
  }
  margin: -${space(5)} -${space(6)} 0;
  padding: ${space(2)} ${space(6)};
  border-bottom: ${size.hairline} solid ${color.line};
  background: ${color.surface};
  @media (max-width: ${size.narrow}) {
    position: static;
    margin: -${space(4)} -${space(4)} 0;
    padding: ${space(3)} ${space(4)};
  }
`;
const Actions = styled(Inline)`
  gap: ${space(2)} ${space(5)};
`;
const Note = styled.span`
  color: ${color.muted};
  font-size: ${font.size.small};
`;

export interface StepsEditorProps {
  /** Beside the buttons. */
  title: ReactNode;
  /** Between the buttons and the steps. */
  above: ReactNode;
  workflow: Workflow;
  model: ReturnType<typeof useWorkflow>;
}

/** Outline and text of the steps, with Run, Save and the Active switch (spec EDIT-45..53). */
export function StepsEditor({ title, above, workflow, model }: StepsEditorProps) {
  const { api, navigate, notify, guardLeaving } = useHost();
  const saved = useMemo(() => textOfSteps(workflow.steps), [workflow.steps]);
  const [text, setText] = useState(saved);
  const [hasConflict, setHasConflict] = useState(false);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => setText(saved), [saved]);
  const draft = useMemo(() => readSteps(text), [text]);
  const lastSteps = useLastSteps(draft, workflow);
  const isChanged = text !== saved;
  const isReadOnly = workflow.isActive;
  useEffect(() => guardLeaving(() => isChanged), [guardLeaving, isChanged]);

  async function save({ isOverwriting = false } = {}) {
    if (draft.kind === 'broken') throw new Error(draft.message);
    try {
      await model.saveSteps(draft.steps, isOverwriting ? undefined : workflow.versionId);
      setHasConflict(false);
      notify.success('Workflow Saved');
    } catch (error) {
      if (!isVersionConflict(error)) throw error;
      setHasConflict(true);
    }
  }
  async function setActive(isActive: boolean) {
    try {
      // Spec EDIT-48: the draft is saved first.
      if (isActive && isChanged) await save();
      const warning = await model.setActive(isActive);
      if (warning) notify.warning(warning);
    } catch (error) {
      notify.error(error);
    }
  }
  async function run() {
    if (isChanged) await save();
    navigate(`/run-history/${await startWorkflow(api, workflow)}/view`);
  }
  function showStep(stepId: string) {
    const area = editor.current?.querySelector('textarea');
    if (area) selectStep(area, stepId);
  }

  return (
    <>
      <Head>
        {title}
        <Actions>
          <ValidityLine draft={draft} onShow={showStep} />
          <Switch value={workflow.isActive} onChange={setActive} isDisabled={!workflow.isActive && !isRunnable(draft)}>
            Active
          </Switch>
          <Inline>
            <Button icon={<Play aria-hidden />} isDisabled={draft.kind === 'broken'} onPress={run}>
              Run
            </Button>
            {isReadOnly ? null : (
              <Button
                variant="primary"
                icon={<Save aria-hidden />}
                isDisabled={!isChanged || draft.kind === 'broken'}
                onPress={() => save()}
              >
                Save
              </Button>
            )}
          </Inline>
        </Actions>
      </Head>
      {hasConflict ? (
        <Banner
          tone="warning"
          title="This workflow was saved elsewhere in the meantime"
          action={
            <Inline>
              <Button
                onPress={async () => {
                  await model.reload();
                  setHasConflict(false);
                }}
              >
                Take the saved one
              </Button>
              <Button variant="danger" onPress={() => save({ isOverwriting: true })}>
                Overwrite it with mine
              </Button>
            </Inline>
          }
        >
          Your changes are still here. Nothing has been lost.
        </Banner>
      ) : null}
      {above}
      <Columns>
        <Card title="Steps" isFlush>
          <WorkflowOutline steps={lastSteps} onChoose={showStep} />
        </Card>
        <Card
          title="Definition"
          actions={isReadOnly ? <Note>An active workflow cannot be changed. Switch it off to edit its steps.</Note> : null}
        >
          <div ref={editor}>
            <CodeEditor
              label="Steps as JSON"
              isLabelHidden
              value={text}
              onChange={setText}
              isReadOnly={isReadOnly}
              errorMessage={draft.kind === 'broken' ? draft.message : undefined}
              rows={26}
            />
          </div>
        </Card>
      </Columns>
    </>
  );
}

function isRunnable(draft: StepsDraft): boolean {
  return draft.kind === 'steps' && draft.problems.length === 0;
}

/** While a text is being written it is often broken; the outline keeps the last steps that could be read. */
function useLastSteps(draft: StepsDraft, workflow: Workflow) {
  const last = useRef(workflow.steps);
  if (draft.kind === 'steps') last.current = draft.steps;
  return last.current;
}

/** Selects where a step begins in the text and scrolls there. */
function selectStep(area: HTMLTextAreaElement, stepId: string) {
  const at = area.value.indexOf(`"stepId": ${JSON.stringify(stepId)}`);
  if (at < 0) return;
  const line = area.value.slice(0, at).split('\n').length;
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight) || 20;
  area.focus();
  area.setSelectionRange(at, at + `"stepId": ${JSON.stringify(stepId)}`.length);
  area.scrollTop = Math.max(0, (line - 3) * lineHeight);
}
