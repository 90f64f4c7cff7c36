import { useSessionUser } from '@portage/area-kit';
import { useMemo, useRef, useState } from 'react';
import type { WizardStep } from '../playbooks/api-types.ts';
import { type AnswerStorages, type AnswersKey, dropAnswers, readStoredAnswers, storeAnswers } from './kept-answers.ts';
import { areSameAnswers, getAnswers, type StepAnswers } from './step-answers.ts';

interface Held {
  stepId: string;
  /** From the server. */
  saved: StepAnswers;
  answers: StepAnswers;
  /** The version of the saved answers that the person started with. */
  version: number;
  /** The answers were typed before this page was loaded, and never saved. */
  isBroughtBack: boolean;
}

export interface StepEditor {
  answers: StepAnswers;
  /** The version of the saved answers that the answers started with. */
  version: number;
  /** @param update gets the newest answers: several fields may report before the page is drawn again */
  change: (update: (before: StepAnswers) => StepAnswers) => void;
  /** Fills in what the person did not choose; it isn't stored as their own. @param update as for `change` */
  propose: (update: (before: StepAnswers) => StepAnswers) => void;
  isBroughtBack: boolean;
  discard: () => void;
  /** Call it once the answers are saved: nothing is left to store. */
  noteSaved: () => void;
}

/** The answers of the shown step. The browser keeps unsaved ones, so that a reload, another tab or a crash loses nothing. */
export function useStepAnswers(playbookId: string, step: WizardStep): StepEditor {
  const userId = useSessionUser()?.id ?? '';
  const [storages] = useState(browserStorages);
  const place = useMemo<AnswersKey>(() => ({ userId, playbookId, stepId: step.id }), [userId, playbookId, step.id]);
  const [held, setHeld] = useState(() => begin(step, storages, place));

  let current = held;
  const saved = getAnswers(step);
  if (held.stepId !== step.id) current = begin(step, storages, place);
  else if (!areSameAnswers(saved, held.saved)) {
    // The answers were saved elsewhere meanwhile: those that the person hasn't touched are updated.
    const isTouched = !areSameAnswers(held.answers, held.saved);
    const isOwn = !isTouched || areSameAnswers(held.answers, saved);
    current = { ...held, saved, answers: isTouched ? held.answers : saved, version: isOwn ? getVersion(step) : held.version };
  }
  if (current !== held) setHeld(current);
  const newest = useRef(current.answers);
  newest.current = current.answers;

  function hold(update: (before: StepAnswers) => StepAnswers): StepAnswers {
    const answers = update(newest.current);
    newest.current = answers;
    setHeld((before) => ({ ...before, answers }));
    return answers;
  }

  return {
    answers: current.answers,
    version: current.version,
    change: (update) => {
      const answers = hold(update);
      if (areSameAnswers(answers, saved)) dropAnswers(storages, place);
      else storeAnswers(storages, place, answers, Date.now());
    },
    propose: (update) => void hold(update),
    isBroughtBack: current.isBroughtBack && !areSameAnswers(current.answers, saved),
    discard: () => {
      dropAnswers(storages, place);
      setHeld((before) => ({ ...before, answers: before.saved, isBroughtBack: false }));
    },
    noteSaved: () => dropAnswers(storages, place),
  };
}

function begin(step: WizardStep, storages: AnswerStorages, place: AnswersKey): Held {
  const saved = getAnswers(step);
  const kept = readStoredAnswers(storages, place, Date.now());
  return { stepId: step.id, saved, answers: kept ?? saved, version: getVersion(step), isBroughtBack: kept !== null };
}

function getVersion({ version = 0 }: WizardStep): number {
  return version;
}

function browserStorages(): AnswerStorages {
  return { tab: sessionStorage, browser: localStorage };
}
