import { type GuardedStep, mayHaveErrorPath, type WorkflowStep } from '@portage/workflow';
import { ErrorPathOption } from '../step-forms/fields/error-path-option.tsx';

const withOwnOptions: ReadonlySet<string> = new Set(['HttpRequest', 'ConnectorOperation', 'CallWorkflow', 'WaitForApproval']);

interface ErrorPathFieldProps {
  step: WorkflowStep;
  onChange: (step: GuardedStep) => void;
  isReadOnly: boolean;
}

/** The error path option below a step's form, if the form itself has no failure options. */
export function ErrorPathField({ step, onChange, isReadOnly }: ErrorPathFieldProps) {
  if (!mayHaveErrorPath(step) || withOwnOptions.has(step.type)) return null;
  return <ErrorPathOption<GuardedStep> step={step} onChange={onChange} isReadOnly={isReadOnly} />;
}
