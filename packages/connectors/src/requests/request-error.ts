/** What is wrong with one field of a request. */
export interface FieldProblem {
  /** As mappings name it: `body.lines[0].price`. */
  path: string;
  message: string;
}

/** A request that cannot be made from the values that are there. The message names every field; trying again does not help. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly code = 'request-invalid';
  readonly retryable = false;
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(({ path, message }) => `${path} ${message}`).join(' '));
    this.problems = problems;
  }
}

/** Collects what is wrong, so that a person sees all of it at once. */
export interface ProblemList {
  problems: FieldProblem[];
}

const MAX_PROBLEMS = 20;

export function addProblem({ problems }: ProblemList, path: string, message: string): void {
  if (problems.length < MAX_PROBLEMS) problems.push({ path, message });
}

export function throwProblems({ problems }: ProblemList): void {
  if (problems.length > 0) throw new RequestError(problems);
}
