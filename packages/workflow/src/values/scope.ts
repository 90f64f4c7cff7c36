import { WorkBudget } from '../work/work-budget.ts';

/** The values that one step offers to later steps (docs/workflow-format.md). */
export interface StepValues {
  /** Trigger: the parsed body. */
  Payload?: unknown;
  Headers?: unknown;
  Query?: unknown;
  Method?: unknown;
  /** Trigger: the unchanged body, as text or, if it isn't text, as a file. */
  RawBody?: unknown;
  /** A script's result, an HTTP or connector body. */
  Response?: unknown;
  ResponseHttpStatusCode?: unknown;
  ResponseHeaders?: unknown;
  /** The response as a file: made from the other members when a reference asks for it. */
  ResponseFile?: unknown;
  /** The Response is bytes encoded as text. Not for people: ResponseFile is made from it. */
  ResponseIsBase64?: true;
  /** A list with auto paging: where its Response has the items. Not for people: loops read it. */
  ResponseItemsPath?: string;
  /** Loop: the item of this iteration and its index, starting at 0. */
  CurrentItem?: unknown;
  CurrentIndex?: unknown;
  /** Ended loop: the value of its `resultExpression` in each iteration, in order; null for a failed iteration. */
  Results?: unknown;
  /** The message of a failure after which the run continued. */
  Error?: unknown;
}

/** The members that a reference to a step may start with; validation refuses others as misspelt. */
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
  /** The owner's variables; absent where there are none to read. */
  vars?: Readonly<Record<string, unknown>>;
  consts: Readonly<Record<string, unknown>>;
  now(): Date;
  /** Whether the workflow has that step: a reference to it is null until it runs. Absent: every step outside `steps` is an error. */
  isStepName?(name: string): boolean;
  /** In sync mappings: the source's record. Absent elsewhere. */
  item?: unknown;
  /** In mappings below a list: the list's entry. */
  entry?: unknown;
  /** The budget shared by the expressions of one step. Without it, each has its own budget. */
  work?: WorkBudget;
}

export type MeteredScope = ExpressionScope & { work: WorkBudget };

export function metered(scope: ExpressionScope): MeteredScope {
  return scope.work ? (scope as MeteredScope) : { ...scope, work: new WorkBudget() };
}
