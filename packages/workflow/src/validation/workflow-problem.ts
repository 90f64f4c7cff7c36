/** Something that keeps a workflow from running as it should. */
export interface WorkflowProblem {
  /** The step's name; null for the workflow as a whole. */
  stepId: string | null;
  /** Path of the field, e.g. `conditionGroups[0].conditions[1].leftExpression`. */
  field?: string;
  message: string;
  /** In an expression: the position of the error, in UTF-16 units from 0. */
  position?: number;
}
