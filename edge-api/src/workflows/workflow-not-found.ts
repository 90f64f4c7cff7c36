import { type ApiProblem, notFound } from '../http/api-problem.ts';

/** For a workflow that is unknown, deleted or another owner's: the caller can't tell which. */
export function workflowNotFound(): ApiProblem {
  return notFound('This workflow');
}
