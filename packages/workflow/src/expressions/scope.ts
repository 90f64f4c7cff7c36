import { WorkBudget } from '../work/work-budget.ts';

/** The values that one step offers to later steps (docs/workflow-format.md). */
export interface StepValues {
  /** Trigger: the parsed body. */
  Payload?: unknown;
  Headers?: unknown;
  Query?: unknown;
  Method?: unknown;
  /** Trigger: the body as it came, as text or, where it is none, as a file. */
  RawBody?: unknown;
  /** A script's value, an HTTP or connector body. */
  Response?: unknown;
  ResponseHttpStatusCode?: unknown;
  ResponseHeaders?: unknown;
  /** The answer as a file: made from the other members where a reference asks for it. */
  ResponseFile?: unknown;
  /** The Response is text for bytes. Not for people: ResponseFile is made by it. */
  ResponseIsBase64?: true;
  /** A list with auto paging: where in its Response the items stand. Not for people: loops read it. */
  ResponseItemsPath?: string;
  /** Loop: the item of this iteration and its place, counted from 0. */
  CurrentItem?: unknown;
  CurrentIndex?: unknown;
  /** Loop that has ended: the value of its `resultExpression` in each turn, in order; null for a turn that failed. */
  Results?: unknown;
  /** The message of a failure that the run went on after. */
  Error?: unknown;
}

/** The members a reference to a step may start with; validation refuses others as misspelt. */
export const stepValueNames = [
  'Payload',
  'Headers',
  'Query',
  'Method',
  'RawBody',
  'Response',
  'ResponseHttpStatusCode',
  'ResponseHeaders',
  'ResponseFile',
  'CurrentItem',
  'CurrentIndex',
  'Results',
  'Error',
] as const satisfies readonly (keyof StepValues)[];
export type StepValueName = (typeof stepValueNames)[number];

/** Names below `$Consts` (spec EXPR-01). */
export const constNames = ['WorkflowId', 'WorkflowInstanceId'] as const;

export interface ExpressionScope {
  /** By step name; only steps that have run. */
  steps: Readonly<Record<string, StepValues>>;
  data: Readonly<Record<string, unknown>>;
  consts: Readonly<Record<string, unknown>>;
  now(): Date;
  /**
   * Whether the workflow has a step of that name: a reference to one that has not run is then null. Without it,
   * every step that is not in `steps` is an error.
   */
  isStepName?(name: string): boolean;
  /** In mappings of a sync: the source's record. Absent elsewhere. */
  item?: unknown;
  /** In mappings below a list: the list's entry. */
  entry?: unknown;
  /** What the expressions of one step may use together. Without it, each has a budget for itself. */
  work?: WorkBudget;
}

export type MeteredScope = ExpressionScope & { work: WorkBudget };

export function metered(scope: ExpressionScope): MeteredScope {
  return scope.work ? (scope as MeteredScope) : { ...scope, work: new WorkBudget() };
}
