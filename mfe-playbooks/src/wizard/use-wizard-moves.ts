import { useHost } from '@portage/area-kit';
import { getStepKind } from '@portage/playbooks/wizard';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Playbook, WizardStep } from '../playbooks/api-types.ts';
import { getListPath, playbookKeys } from '../playbooks/playbook-queries.ts';
import { syncStartText } from '../playbooks/sync-start.ts';
import { areStored, getAnswers, type StepAnswers } from './step-answers.ts';
import { findStepIndex, isOpen, listPages } from './wizard-place.ts';

/** Where to go once the step is saved; if empty, to the next step (spec PB-35). */
interface Move {
  goToPreviousStep?: boolean;
  stepIndex?: number;
  addNewStep?: boolean;
}

export interface WizardMoves {
  /** A step is being saved, or the playbook created; clicks are ignored then (spec PB-34). */
  isMoving: boolean;
  next: () => Promise<void>;
  previous: () => Promise<void>;
  jumpTo: (stepId: string) => Promise<void>;
  /** Spec PB-40: adds another integration. */
  addStep: () => Promise<void>;
  removeStep: () => Promise<void>;
  /** Saves the last step and creates the workflows (spec PB-36..38). */
  create: () => Promise<void>;
}

interface WizardMovesSettings {
  playbook: Playbook;
  step: WizardStep;
  answers: StepAnswers;
  /** The version of the saved answers that the answers started with. */
  version: number;
  /** Shows what is missing at its field. @returns whether the step can be saved */
  validate: () => boolean;
  noteSaved: () => void;
  show: (stepId: string) => void;
}

/** Saves the shown step and moves on from it (spec PB-31..40). */
export function useWizardMoves({ playbook, step, answers, version, validate, noteSaved, show }: WizardMovesSettings): WizardMoves {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const [isMoving, setIsMoving] = useState(false);
  const isBusy = useRef(false);
  const params = { id: playbook.id };
  const kind = getStepKind(step);

  /** Allows one move at a time; a failure is a toast with the server's message (spec PB-53). */
  async function alone(move: () => Promise<void>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsMoving(true);
    try {
      await move();
    } catch (error) {
      notify.error(error);
    } finally {
      isBusy.current = false;
      setIsMoving(false);
    }
  }

  async function reload(): Promise<Playbook> {
    const answer = await api('GET /api/playbooks/{id}', { params });
    queryClient.setQueryData(playbookKeys.one(playbook.id), answer);
    return answer.playbook;
  }

  /** @returns the playbook after saving; null: the step was not saved, and the person stays. */
  async function save(move: Move): Promise<Playbook | null> {
    const body = { step: { ...answers, id: step.id, version }, ...move };
    const { isSuccess, errorMessage } = await api('PUT /api/playbooks/{id}/wizard/steps/{stepId}/save', {
      params: { ...params, stepId: step.id },
      body,
    });
    if (!isSuccess) {
      notify.error(errorMessage ?? 'The step could not be saved.');
      // The chosen connector may be deleted.
      if (kind === 'connector') void queryClient.invalidateQueries({ queryKey: ['connectors'] });
      return null;
    }
    const saved = await reload();
    const stored = saved.wizard.steps.find(({ id }) => id === step.id);
    // When going back, a step may have stayed unsaved: the browser keeps what was typed.
    if (!move.goToPreviousStep || (stored && areStored(answers, getAnswers(stored)))) noteSaved();
    return saved;
  }

  function showActive({ wizard }: Playbook): void {
    const active = wizard.steps[wizard.activeStep];
    if (active) show(active.id);
  }

  async function convert(): Promise<void> {
    const answer = await api('POST /api/playbooks/{id}/update-from-wizard', { params });
    queryClient.setQueryData(playbookKeys.one(playbook.id), answer);
    // These lists are read again when next shown. Waiting for that would also wait for this step's look-ups, which ask the systems.
    for (const queryKey of [playbookKeys.templates, playbookKeys.all, ['workflows'], ['sync']]) {
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    }
    for (const { userMessage } of answer.warnings) notify.warning(userMessage);
    const end = answer.playbook.wizard.steps.find((one) => getStepKind(one) === 'end');
    if (answer.playbook.customPlaybookType !== null && end) return show(end.id);
    const isSyncing = answer.playbook.workflows.some(({ isIntegration }) => isIntegration);
    const ready = isSyncing ? `The playbook is ready. ${syncStartText(answer.playbook, new Date())}` : 'The playbook is ready.';
    notify.success(playbook.isConverted ? 'The playbook is updated.' : ready);
    navigate(getListPath(playbook.template));
  }

  return {
    isMoving,
    next: () =>
      alone(async () => {
        if (kind === 'start') {
          const read = await reload();
          const steps = read.wizard.steps.map((one) => (getStepKind(one) === 'start' ? { ...one, isActive: false } : one));
          // The step is left without saving (spec PB-32); the next save reports it to the server.
          queryClient.setQueryData(playbookKeys.one(playbook.id), { playbook: { ...read, wizard: { ...read.wizard, steps } } });
          const [, first] = listPages(read.wizard);
          if (first) show(first.id);
          return;
        }
        if (!validate()) return;
        const saved = await save({});
        if (saved) showActive(saved);
      }),
    previous: () =>
      alone(async () => {
        const saved = await save({ goToPreviousStep: true });
        if (saved) showActive(saved);
      }),
    jumpTo: (stepId) =>
      alone(async () => {
        const target = playbook.wizard.steps.find(({ id }) => id === stepId);
        if (target && !isOpen(playbook.wizard, target)) return notify.error('Finish the other steps first.');
        // The start page has nothing to save.
        if (kind === 'start') return show(stepId);
        const isBack = findStepIndex(playbook.wizard, stepId) < findStepIndex(playbook.wizard, step.id);
        // A step that can't be saved doesn't block going back: the browser keeps what was typed.
        const saved = validate() ? await save({ stepIndex: findStepIndex(playbook.wizard, stepId) }) : null;
        if (saved || isBack) show(stepId);
      }),
    addStep: () =>
      alone(async () => {
        if (!validate()) return;
        const saved = await save({ addNewStep: true });
        if (saved) showActive(saved);
      }),
    removeStep: () =>
      alone(async () => {
        const answer = await api('DELETE /api/playbooks/{id}/wizard/steps/{stepId}', { params: { ...params, stepId: step.id } });
        noteSaved();
        queryClient.setQueryData(playbookKeys.one(playbook.id), answer);
        showActive(answer.playbook);
      }),
    create: () =>
      alone(async () => {
        if (kind === 'end') return convert();
        if (!validate()) return;
        const saved = await save({});
        if (!saved) return;
        if (saved.wizard.isFinished) return convert();
        const missing = saved.wizard.steps[saved.wizard.activeStep];
        if (missing) notify.warning(`“${missing.name}” is not complete yet.`);
        showActive(saved);
      }),
  };
}
