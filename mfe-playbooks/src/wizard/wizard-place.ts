import { getStepKind } from '@portage/playbooks/wizard';
import type { Playbook, Wizard, WizardStep } from '../playbooks/api-types.ts';

/** Steps that are pages. "Add Custom Step" is a button below them (spec PB-39). */
export function listPages({ steps }: Wizard): WizardStep[] {
  return steps.filter((step) => getStepKind(step) !== 'store');
}

/** Whether the step can be opened: the end page says that every step is answered. */
export function isOpen({ isFinished }: Wizard, step: WizardStep): boolean {
  return getStepKind(step) !== 'end' || isFinished;
}

/** The step to show: the one that the address names, otherwise the person's last one. */
export function shownStep(wizard: Wizard, namedId: string | null): WizardStep | undefined {
  const pages = listPages(wizard);
  const named = pages.find((step) => step.id === namedId && isOpen(wizard, step));
  return named ?? pages.find(({ id }) => id === wizard.steps[wizard.activeStep]?.id) ?? pages[0];
}

export function findStepIndex({ steps }: Wizard, stepId: string): number {
  return steps.findIndex(({ id }) => id === stepId);
}

export interface WizardButtons {
  hasBackToList: boolean;
  hasPrevious: boolean;
  main: 'Continue' | 'Next' | 'Create Playbook' | 'Finish';
  hasAddCustomStep: boolean;
}

/** The buttons that a step has (spec PB-25..30, PB-40). */
export function buttonsAt({ wizard, customPlaybookType, isConverted }: Playbook, step: WizardStep): WizardButtons {
  const pages = listPages(wizard);
  const index = pages.findIndex(({ id }) => id === step.id);
  const kind = getStepKind(step);
  const next = pages[index + 1];
  return {
    hasBackToList: !(kind === 'start' && customPlaybookType !== null),
    hasPrevious: index > 0,
    main: mainButton(),
    hasAddCustomStep: wizard.type === 'IntegrationApplication' && wizard.canAddStep && kind !== 'start',
  };

  function mainButton(): WizardButtons['main'] {
    if (kind === 'start') return 'Continue';
    // The answers were saved, and the page was closed before the playbook was created.
    if (kind === 'end') return isConverted ? 'Finish' : 'Create Playbook';
    return next === undefined || getStepKind(next) === 'end' ? 'Create Playbook' : 'Next';
  }
}

/** Where the wizard of a finished playbook opens: after the start page, at the first answers. */
export function firstEditableStep(wizard: Wizard): WizardStep | undefined {
  return listPages(wizard).find((step) => getStepKind(step) !== 'start');
}
