import { afterPress, Badge, Banner, IconButton, Link, TextArea, watchPresses } from '@portage/ui';
import { type GuardedStep, mayHaveErrorPath, type WorkflowStep, workflowLimits } from '@portage/workflow';
import { X } from 'lucide-react';
import { type ComponentType, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { StepIcon } from '../../step-types/step-icon.tsx';
import { getStepLook } from '../../step-types/step-look.ts';
import { whenDialogsClosed } from '../focus/when-dialogs-closed.ts';
import { FormField, leftField } from '../panel/form-field.tsx';
import { isTouched } from '../panel/form-memory.ts';
import { NameField } from '../panel/name-field.tsx';
import { PanelBody, PanelFrame, PanelHead, PanelTitle } from '../panel/panel-frame.tsx';
import { StepActions } from '../panel/step-actions.tsx';
import { stepProblems } from '../panel/step-problems.ts';
import { useFormMemory } from '../panel/use-form-memory.ts';
import { usePanelClosing } from '../panel/use-panel-closing.ts';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { ErrorPathOption } from '../step-forms/fields/error-path-option.tsx';
import type { StepFormProps } from '../step-forms/fields/step-form.ts';
import { stepForms } from '../step-forms/registry.ts';

/** What the panel of a step consists of, for a frame with more panes. */
export interface PanelParts {
  step: EditorStep;
  /** @param controls are shown in the head, before the panel's own */
  renderHead: (controls: ReactNode) => ReactNode;
  form: ReactNode;
}

export interface StepPanelProps {
  renderActions?: ((step: EditorStep) => ReactNode) | undefined;
  /** Shown above the form of the open step. */
  renderNotice?: ((step: EditorStep) => ReactNode) | undefined;
  /** Arranges the form with other panes; without it, the panel shows only the form. */
  renderPanes?: ((parts: PanelParts) => ReactNode) | undefined;
}

/** The form of the open step, on the right of the canvas. Renders nothing if no step is open. */
export function StepPanel(props: StepPanelProps) {
  const openId = useEditor((state) => state.openId);
  const step = useEditor((state) => state.steps.find(({ clientId }) => clientId === state.openId));
  return openId !== null && step ? <OpenStep key={`${openId} ${step.type}`} step={step} {...props} /> : null;
}

function OpenStep({ step, renderActions, renderNotice, renderPanes }: { step: EditorStep } & StepPanelProps) {
  const store = useEditorStore();
  const memory = useFormMemory();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const group = useEditor((state) =>
    step.type === 'Branch' && state.openGroup !== null ? step.conditionGroups[state.openGroup] : undefined,
  );
  const { ofStep, problemOf } = useStepProblems(step);
  const panel = useRef<HTMLElement>(null);
  const { clientId } = step;

  const close = useCallback(
    (by: 'key' | 'click' | 'button') => {
      store.open(null);
      if (by !== 'click') store.request({ kind: 'reveal', id: clientId });
    },
    [store, clientId],
  );
  usePanelClosing(panel, close);
  useEffect(watchPresses, []);
  useEffect(() => {
    if (store.getState().isOpenNew) {
      selectName(panel.current);
      // When the dialog in which the step was chosen closes, it first returns the focus.
      whenDialogsClosed(() => {
        if (!panel.current?.contains(document.activeElement)) selectName(panel.current);
      });
      return;
    }
    // After opening by keyboard, the focus goes to the form; after a click, it stays on the canvas.
    const isByKeyboard = document.activeElement === null || document.activeElement.matches('body, :focus-visible');
    if (isByKeyboard) panel.current?.focus({ preventScroll: true });
  }, [store]);
  useLayoutEffect(() => {
    const shown = panel.current;
    return () => {
      if (shown?.contains(document.activeElement)) document.querySelector<HTMLElement>('[data-flowchart]')?.focus({ preventScroll: true });
    };
  }, []);

  const look = getStepLook(step.type);
  // TypeScript cannot see that the step and its form are of the same type.
  const Form = stepForms[step.type] as unknown as ComponentType<StepFormProps<WorkflowStep>>;
  const renderHead = (controls: ReactNode) => (
    <PanelHead>
      <StepIcon type={step.type} />
      <PanelTitle title={step.stepId}>
        <small>{look.word}</small>
        {group ? `${step.stepId}: ${group.name}` : step.stepId}
      </PanelTitle>
      {step.isHiddenFromCustomer ? <Badge>Hidden</Badge> : null}
      {controls}
      {renderActions?.(step)}
      {/* Not shown for a condition group: it would seem to delete the group, whose form has its own button. */}
      {group ? null : <StepActions step={step} />}
      <IconButton label="Close" icon={<X aria-hidden />} onPress={() => close('button')} />
    </PanelHead>
  );
  const form = (
    <PanelBody>
      {ofStep.map((message) => (
        <Banner key={message} tone="danger">
          {message}
        </Banner>
      ))}
      {renderNotice?.(step)}
      {/* Not shown for a condition group, which has its own name and description. */}
      {group ? null : <CommonFields step={step} isReadOnly={isReadOnly} />}
      <Form
        step={step}
        onChange={(changed, field) => store.changeStep(clientId, changed, field)}
        isReadOnly={isReadOnly}
        problemOf={problemOf}
      />
      {group ? null : <ErrorPathField step={step} onChange={(changed) => store.changeStep(clientId, changed)} isReadOnly={isReadOnly} />}
      <Link href={helpOn(look.word)} target="_blank">
        Learn more
      </Link>
    </PanelBody>
  );
  return (
    <PanelFrame
      ref={panel}
      tabIndex={-1}
      aria-label={`${look.word}: ${step.stepId}`}
      data-step-panel
      onBlur={(event) => {
        const field = leftField(event);
        if (field) afterPress(() => memory.touch(clientId, field));
      }}
    >
      {renderPanes ? (
        renderPanes({ step, renderHead, form })
      ) : (
        <>
          {renderHead(null)}
          {form}
        </>
      )}
    </PanelFrame>
  );
}

/** A new step is named first, so typing replaces its default name. */
function selectName(panel: HTMLElement | null): void {
  const name = panel?.querySelector<HTMLInputElement>('input[name="stepId"]');
  name?.focus({ preventScroll: true });
  name?.select();
}

/** The guide has a section for each step type, under the type's name in the product (tools/references/guide.test.ts). */
function helpOn(word: string): string {
  return `/help/steps#${word.toLowerCase().replaceAll(' ', '-')}`;
}

/** The fields that every step has (spec STEP-01). */
function CommonFields({ step, isReadOnly }: { step: EditorStep; isReadOnly: boolean }) {
  const store = useEditorStore();
  return (
    <>
      <NameField step={step} isReadOnly={isReadOnly} />
      <FormField name="description">
        <TextArea
          label="Description"
          name="description"
          value={step.description ?? ''}
          onChange={(description) => store.changeStep(step.clientId, { ...step, description }, 'description')}
          maxLength={workflowLimits.descriptionLength}
          isReadOnly={isReadOnly}
        />
      </FormField>
    </>
  );
}

/** The visible problems of the open step. Checking one step takes less time than rendering its form a second time. */
function useStepProblems(step: EditorStep) {
  const memory = useFormMemory();
  const remembered = useSyncExternalStore(memory.subscribe, memory.get, memory.get);
  const steps = useEditor((state) => state.steps);
  const flowProblems = useEditor((state) => state.problems);
  const problems = useMemo(() => stepProblems(step, steps, flowProblems), [step, steps, flowProblems]);
  return {
    ofStep: problems.ofStep,
    problemOf: (field: string) =>
      isTouched(remembered, step.clientId, field)
        ? (problems.byField.get(field) ?? remembered.reports.get(step.clientId)?.messages.get(field))
        : undefined,
  };
}

const withOwnOptions: ReadonlySet<string> = new Set(['HttpRequest', 'ConnectorOperation', 'CallWorkflow', 'WaitForApproval']);

interface ErrorPathFieldProps {
  step: WorkflowStep;
  onChange: (step: GuardedStep) => void;
  isReadOnly: boolean;
}

/** The error path option below a step's form, if the form itself has no failure options. */
function ErrorPathField({ step, onChange, isReadOnly }: ErrorPathFieldProps) {
  if (!mayHaveErrorPath(step) || withOwnOptions.has(step.type)) return null;
  return <ErrorPathOption<GuardedStep> step={step} onChange={onChange} isReadOnly={isReadOnly} />;
}
