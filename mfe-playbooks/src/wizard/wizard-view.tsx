import { flowStepName, getStepKind } from '@portage/playbooks/wizard';
import { Banner, Button, color, font, LinkButton, layer, radius, size, space } from '@portage/ui';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import type { Playbook, Template, WizardStep } from '../playbooks/api-types.ts';
import { PlaybookProblems } from '../playbooks/playbook-problems.tsx';
import { LIST_PATH, playbookPath, wizardPath } from '../playbooks/playbook-queries.ts';
import { availablePairs, flowChoice } from './pairs-of-applications.ts';
import type { StepAnswers } from './step-answers.ts';
import { StepContent } from './step-content.tsx';
import { isDone } from './step-done.ts';
import { StepList } from './step-list.tsx';
import type { StepProblems } from './step-problems.ts';
import { useStepAnswers } from './use-step-answers.ts';
import { useWizardMoves } from './use-wizard-moves.ts';
import { WizardButtons } from './wizard-buttons.tsx';
import { buttonsAt, listPages, shownStep } from './wizard-place.ts';

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(${size.menu}, 260px) minmax(0, 1fr);
  align-items: start;
  gap: ${space(6)};
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(4)};
  }
`;
const Heading = styled.h2`
  font-size: ${font.size.title};
  overflow-wrap: anywhere;
  &:focus {
    outline: none;
  }
`;
/** Reaches at least the window's lower edge, so that the buttons stick there from the start and don't move, whatever loads above them. */
const Sheet = styled.section`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: calc(100dvh - ${size.topBar} - ${space(5)});
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
`;
const Content = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space(5)};
  padding: ${space(5)};
  /* What gets the focus is not hidden by the buttons. */
  :where(a, button, input, textarea, [tabindex]) {
    scroll-margin-block: ${space(4)} ${space(20)};
  }
  @media (max-width: ${size.narrow}) {
    padding: ${space(4)};
  }
`;
const Foot = styled.div`
  position: sticky;
  bottom: 0;
  z-index: ${layer.sticky};
  padding: ${space(3)} ${space(5)};
  background: ${color.surface};
  border-top: ${size.hairline} solid ${color.line};
  border-radius: 0 0 ${radius.card} ${radius.card};
  @media (max-width: ${size.narrow}) {
    padding: ${space(3)} ${space(4)};
  }
`;
const FIRST_PROBLEM = '[aria-invalid="true"], [data-invalid] button, [data-invalid] input, [data-problem]';

export function WizardView({ playbook }: { playbook: Playbook }) {
  const [search] = useSearchParams();
  const { template, wizard } = playbook;
  const step = shownStep(wizard, search.get('step'));
  if (!template || !step) {
    return (
      <Banner
        tone="warning"
        title="The template of this playbook is gone"
        action={<LinkButton href={playbook.isConverted ? playbookPath(playbook.id) : LIST_PATH}>Back to List</LinkButton>}
      >
        Everything the playbook created keeps running, but its wizard can no longer be opened.
      </Banner>
    );
  }
  return <WizardSteps playbook={playbook} template={template} step={step} />;
}

interface WizardStepsProps {
  playbook: Playbook;
  template: Template;
  step: WizardStep;
}

function WizardSteps({ playbook, template, step }: WizardStepsProps) {
  const [, setSearch] = useSearchParams();
  const editor = useStepAnswers(playbook.id, step);
  const { answers } = editor;
  // Each step starts without problems.
  const [told, setTold] = useState<{ stepId: string } | null>(null);
  const problems = useRef<StepProblems>({});
  const content = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isTold = told?.stepId === step.id;

  function validate(): boolean {
    const isValid = Object.keys(problems.current).length === 0;
    if (!isValid) setTold({ stepId: step.id });
    return isValid;
  }

  const moves = useWizardMoves({
    playbook,
    step,
    answers,
    validate,
    version: editor.version,
    noteSaved: editor.noteSaved,
    show: (stepId) => setSearch({ step: stepId }),
  });

  // A new step is read from its heading on.
  const earlierId = useRef(step.id);
  useEffect(() => {
    if (earlierId.current !== step.id) heading.current?.focus();
    earlierId.current = step.id;
  }, [step.id]);

  useEffect(() => {
    if (told) content.current?.querySelector<HTMLElement>(FIRST_PROBLEM)?.focus();
  }, [told]);

  const name = shownName(playbook, template, step, answers);
  const buttons = buttonsAt(playbook, step);
  return (
    <Layout>
      <StepList
        steps={listPages(playbook.wizard)}
        shownId={step.id}
        shownName={name}
        isDone={(one) => isDone(playbook, template, one)}
        isMoving={moves.isMoving}
        onJump={moves.jumpTo}
        onAddStep={buttons.hasAddCustomStep ? moves.addStep : undefined}
      />
      <Sheet>
        <Content>
          <Heading ref={heading} tabIndex={-1}>
            {getStepKind(step) === 'start' ? (template.startPage?.title ?? template.name) : name}
          </Heading>
          {editor.isBroughtBack ? (
            <Banner
              action={
                <Button size="dense" onPress={editor.discard}>
                  Use the saved answers
                </Button>
              }
            >
              These answers aren’t saved yet. They’re saved when you continue.
            </Banner>
          ) : null}
          <PlaybookProblems playbook={playbook} returnTo={wizardPath(playbook.id, step.id)} openStepId={step.id} />
          <div ref={content} aria-busy={moves.isMoving}>
            <StepContent
              key={step.id}
              playbook={playbook}
              template={template}
              step={step}
              answers={answers}
              change={editor.change}
              propose={editor.propose}
              isTold={isTold}
              problems={problems}
            />
          </div>
        </Content>
        <Foot data-bottom-bar>
          <WizardButtons playbook={playbook} step={step} buttons={buttons} moves={moves} />
        </Foot>
      </Sheet>
    </Layout>
  );
}

/** An integration is named after what is chosen, even before it is saved (spec PB-49). */
function shownName({ wizard }: Playbook, { applications }: Template, step: WizardStep, answers: StepAnswers): string {
  if (getStepKind(step) !== 'flow' || !applications) return step.name;
  return flowStepName(applications.entityTitles, flowChoice(availablePairs(applications, wizard.steps, step.id), answers));
}
