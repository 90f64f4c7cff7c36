import { DAY_MS } from '@portage/primitives/durations';

/** The closed lists of the workflow model. No schema library here: pages import this file. */

/** What starts a workflow (spec STEP-18). */
export const triggerTypes = ['Manual', 'Webhook', 'ConnectorEvent', 'Scheduled'] as const;
export type TriggerType = (typeof triggerTypes)[number];

/** Whether data of every step is stored, or only of failed ones (spec ENG-23). */
export const loggingModes = ['LogAllData', 'LogOnlyIfError'] as const;
export type LoggingMode = (typeof loggingModes)[number];

/** When a webhook's caller gets its response: at once (202), or the run's response when it ends. */
export const webhookResponseModes = ['AtOnce', 'WhenRunEnds'] as const;
export type WebhookResponseMode = (typeof webhookResponseModes)[number];

/** Units of a schedule; OneTime fires once (spec STEP-27). */
export const schedulePeriods = ['OneTime', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Year'] as const;
export type SchedulePeriod = (typeof schedulePeriods)[number];

/** What happens to a fire while the previous one's run is still in progress. */
export const scheduleOverlaps = ['Allow', 'Skip'] as const;
export type ScheduleOverlap = (typeof scheduleOverlaps)[number];

/** Units of a delay (spec STEP-82). */
export const delayTypes = ['Seconds', 'Minutes', 'Hours', 'Days'] as const;
export type DelayType = (typeof delayTypes)[number];

/** How a Call Workflow step defines the called workflow's input. */
export const callInputTypes = ['Fields', 'Value'] as const;
export type CallInputType = (typeof callInputTypes)[number];

/** What an End step ends: the loop, this iteration of it, or the run (spec STEP-81). */
export const endStepScopes = ['Loop', 'LoopIteration', 'Workflow'] as const;
export type EndStepScope = (typeof endStepScopes)[number];

/** What a Data Storage step does with a key (spec STEP-74). The last three change a value in one atomic write (docs/runs.md). */
export const dataStorageOperations = ['Create', 'Update', 'Delete', 'Add', 'Append', 'SetIf'] as const;
export type DataStorageOperation = (typeof dataStorageOperations)[number];

/** Whether stored values last for the run, or also for later runs of the workflow (spec STEP-73). */
export const storageScopes = ['CurrentRun', 'Workflow'] as const;
export type StorageScope = (typeof storageScopes)[number];

/** How the conditions of a group are combined (spec STEP-54). */
export const logicalOperators = ['And', 'Or'] as const;
export type LogicalOperator = (typeof logicalOperators)[number];

/** Comparisons that a condition can make (spec STEP-56). */
export const conditionOperators = [
  'Empty',
  'NotEmpty',
  'Equals',
  'NotEquals',
  'LessThan',
  'LessThanOrEqual',
  'GreaterThan',
  'GreaterOrEqual',
  'Contains',
  'StartsWith',
  'EndsWith',
  'IsTrue',
  'IsFalse',
  'NotContains',
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** Spec STEP-57: these have no right operand. */
export const unaryConditionOperators: readonly ConditionOperator[] = ['Empty', 'NotEmpty', 'IsTrue', 'IsFalse'];

/** Methods of the HTTP request step (spec STEP-68), as the run sends them. */
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
export type HttpMethodName = (typeof httpMethods)[number];

/**
 * The format of an HTTP request's body; absent: from the content type. Additions to the specification. Form and Multipart use a JSON object
 * of their fields, Base64 the bytes themselves as base64.
 */
export const httpBodyTypes = ['Json', 'Form', 'Multipart', 'Text', 'Base64'] as const;
export type HttpBodyType = (typeof httpBodyTypes)[number];

/** How an HTTP response is read. Auto, the default: by its content type. */
export const httpResponseTypes = ['Auto', 'Json', 'Text', 'Base64'] as const;
export type HttpResponseType = (typeof httpResponseTypes)[number];

/** How the pauses before repeated calls grow. Additions to the specification, which doesn't say (ENG-15). */
export const retryGrowths = ['Fixed', 'Doubling', 'Tripling'] as const;
export type RetryGrowth = (typeof retryGrowths)[number];

/**
 * After which failures a call is repeated. Connection: no complete response. Timeout: none in time, or 408. Status: 425, 429 or 5xx. Any:
 * these, and every other failure of the call.
 */
export const retryFailures = ['Connection', 'Timeout', 'Status', 'Any'] as const;
export type RetryFailure = (typeof retryFailures)[number];

/** Where request parameters come from: a script, or one mapping per field (spec STEP-31). */
export const requestParametersSourceTypes = ['Script', 'Mappings'] as const;

/** What a Sync step copies. Orders isn't a sync type; it is a data type of Get Data (spec STEP-83, STEP-84). */
export const syncTypes = ['Products', 'Inventory', 'IntegrationApplication'] as const;
export type SyncType = (typeof syncTypes)[number];

/** What a Dashboard Item step writes (spec STEP-95). */
export const dashboardItemTypes = ['Company', 'Contact', 'Order', 'Product', 'Event', 'Registration', 'Activity'] as const;
export type DashboardItemType = (typeof dashboardItemTypes)[number];

/** What a Dashboard Item step does with its item (spec STEP-96). */
export const dashboardItemOperations = ['Create', 'Update', 'Delete'] as const;

export const noteColors = ['Yellow', 'Blue', 'Green', 'Red', 'Grey'] as const;
export type NoteColor = (typeof noteColors)[number];

/** Limits shared by the schemas, the editor and the engine. */
export const workflowLimits = {
  steps: 2_000,
  conditionGroups: 100,
  conditionsInGroup: 100,
  keyValues: 200,
  mappings: 1_000,
  headers: 100,
  /** Values by which people find a run. */
  runTags: 5,
  runTagNameLength: 50,
  runTagValueLength: 200,
  queryParameters: 100,
  nameLength: 200,
  descriptionLength: 4_000,
  /** Notes per step, and per workflow. */
  stepNotes: 20,
  notes: 200,
  noteLength: 4_000,
  /** In canvas pixels. */
  noteOffset: 50_000,
  noteWidth: { min: 120, max: 800, default: 220 },
  noteHeight: { min: 60, max: 800, default: 120 },
  expressionLength: 100_000,
  textLength: 1_000_000,
  /** How long a stored value may last, in hours (spec STEP-80). */
  expirationHours: { min: 1, max: 720, default: 1 },
  /** durable-runs/README.md: a delay lasts from 1 s to 365 days. */
  delayMaxMs: 365 * DAY_MS,
  callInputFields: 100,
  /** Nested runs that call one another. */
  callDepth: 5,
  approvalLabelLength: 40,
  approvalMaxMs: 90 * DAY_MS,
  /** Length of the name of a person who gets a link other than by e-mail. */
  approvalPersonLength: 100,
  approvalRecipients: 20,
  approvalSubjectLength: 200,
  approvalMessageLength: 10_000,
  approvalCommentLength: 2_000,
  /** "Max Items to Return" before a person changes it (spec STEP-50). */
  pagedItemsDefault: 10,
  /** How long a webhook's caller may wait for the run's response. */
  webhookAnswerSeconds: { min: 1, max: 60, default: 30 },
  /** How long an HTTP request may take, including redirects and its complete response. */
  httpTimeoutSeconds: { min: 1, max: 300, default: 60 },
  /** The first attempt included. */
  retryAttempts: { min: 2, max: 10 },
  /** The pause after the first attempt; later ones are also at most this long. */
  retryPauseSeconds: { min: 1, max: 3_600 },
} as const;
