import { type RefObject, useEffect } from 'react';
import type { Playbook, Template, WizardStep } from '../playbooks/api-types.ts';
import type { StepAnswers } from './step-answers.ts';
import type { StepProblems } from './step-problems.ts';

export interface StepProps {
  playbook: Playbook;
  template: Template;
  step: WizardStep;
  answers: StepAnswers;
  change: (update: (before: StepAnswers) => StepAnswers) => void;
  /** Fills in what the person did not choose. */
  propose: (update: (before: StepAnswers) => StepAnswers) => void;
  /** The person has tried to continue, so problems are shown. */
  isTold: boolean;
  /** The wizard checks these before saving. */
  problems: RefObject<StepProblems>;
}

const NONE: StepProblems = {};

/** Reports the step's problems to the wizard. @returns the problems to show: none until the person tries to continue */
export function useProblems({ problems, isTold }: Pick<StepProps, 'problems' | 'isTold'>, found: StepProblems): StepProblems {
  useEffect(() => {
    problems.current = found;
    return () => {
      problems.current = NONE;
    };
  });
  return isTold ? found : NONE;
}
