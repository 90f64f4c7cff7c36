import { withAnswer } from '@portage/playbooks/wizard';
import { RadioGroup, TextField } from '@portage/ui';
import type { Question } from '../../playbooks/api-types.ts';
import { findChosenName, getAnswer, type StepAnswers, withChosenName } from '../step-answers.ts';
import type { StepProblems } from '../step-problems.ts';
import { DayField, today } from './day-field.tsx';
import { FoundQuestion } from './found-question.tsx';
import { LookupChoice } from './lookup-choice.tsx';
import { StartField } from './start-field.tsx';

interface QuestionFieldProps {
  question: Question;
  questions: readonly Question[];
  playbookId: string;
  stepId: string;
  answers: StepAnswers;
  change: (update: (before: StepAnswers) => StepAnswers) => void;
  propose: (update: (before: StepAnswers) => StepAnswers) => void;
  problems: StepProblems;
  /** The page where the question's connector can be changed. */
  connectorPath: string | undefined;
}

export function QuestionField({
  question,
  questions,
  playbookId,
  stepId,
  answers,
  change,
  propose,
  problems,
  connectorPath,
}: QuestionFieldProps) {
  const { name, title, description, kind, isRequired } = question;
  const place = { playbookId, stepId, fieldName: name };
  const value = getAnswer(answers, name);
  const withChoice = (before: StepAnswers, chosen: string | null, called: string | null) =>
    withChosenName(withAnswer(before, name, chosen), name, chosen, called);
  switch (kind) {
    case 'found':
      return <FoundQuestion question={question} place={place} connectorPath={connectorPath} />;
    case 'choice':
      return (
        <LookupChoice
          place={place}
          label={title}
          hint={description}
          isRequired={isRequired}
          value={value}
          chosenName={findChosenName(answers, name, value)}
          onChange={(chosen, called) => change((before) => withChoice(before, chosen, called))}
          onOnlyChoice={(chosen, called) => propose((before) => withChoice(before, chosen, called))}
          errorMessage={problems[name]}
          waitsFor={describeMissingAnswer(question, questions, answers)}
        />
      );
    case 'options':
      return (
        <RadioGroup
          label={title}
          hint={description}
          isRequired={isRequired}
          value={value || question.default}
          onChange={(chosen) => change((before) => withAnswer(before, name, chosen))}
          options={question.options.map((option) => ({ value: option.value, label: option.title }))}
          errorMessage={problems[name]}
        />
      );
    case 'start':
      return (
        <StartField
          title={title}
          description={description ?? null}
          usual={question.default === 'now' ? 'now' : 'all'}
          value={value}
          onChange={(start) => change((before) => withAnswer(before, name, start))}
        />
      );
    case 'date':
      return (
        <DayField
          title={title}
          description={description ?? null}
          isRequired={isRequired}
          value={value || (question.default === 'today' ? today() : null)}
          onChange={(day) => change((before) => withAnswer(before, name, day))}
          errorMessage={problems[name]}
        />
      );
    case 'string':
    case 'number':
      return (
        <TextField
          label={title}
          hint={description}
          isRequired={isRequired}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          maxLength={2_000}
          value={value}
          onChange={(text) => change((before) => withAnswer(before, name, text === '' ? null : text))}
          errorMessage={problems[name]}
        />
      );
    default:
      return kind satisfies never;
  }
}

/** Choices that depend on another answer wait for it. */
function describeMissingAnswer({ dependsOn }: Question, questions: readonly Question[], answers: StepAnswers): string | null {
  const missing = questions.find(({ name, kind }) => kind !== 'found' && dependsOn.includes(name) && getAnswer(answers, name) === '');
  return missing ? `Answer “${missing.title}” first.` : null;
}
