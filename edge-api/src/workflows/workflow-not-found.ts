import { type ApiProblem, notFound } from '../http/api-problem.ts';

/** Unknown, deleted, or another owner's: the caller cannot tell which. */
export function workflowNotFound(): ApiProblem {
  return notFound('This workflow');
}
