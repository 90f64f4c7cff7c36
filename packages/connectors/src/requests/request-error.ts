export interface FieldProblem {
  /** The field's path in mappings: `body.lines[0].price`. */
  path: string;
  message: string;
}

/** The given values make no valid request. The message names every field; retrying doesn't help. */
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

/** Collects problems, so that a person sees all of them at once. */
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
