import { forbiddenNames } from '@portage/primitives/forbidden-names';
import { z } from 'zod';
import { noteColors, retryFailures, retryGrowths, triggerTypes, workflowLimits } from '../model/values.ts';

/** A step's name, also in pointers to the step. */
export const stepNameSchema = z
  .string()
  .min(1, 'A step needs a name.')
  .max(workflowLimits.nameLength)
  .refine((name) => !forbiddenNames.includes(name), 'This step name is reserved.');

/** The next step of a chain: null or absent means that the chain ends there. */
export const nextStepSchema = stepNameSchema.nullable().exactOptional();

/** Id of a connector, a connector type, an operation, a dashboard: opaque here. */
export const idSchema = z.string().max(workflowLimits.nameLength).nullable().exactOptional();

export const expressionSchema = z.string().max(workflowLimits.expressionLength);

/** A long text: a script, a body, a sample. */
export const textSchema = z.string().max(workflowLimits.textLength);

export const flagSchema = z.boolean().exactOptional();

/** Pairs of an expression and the path of the parameter that gets its value (spec STEP-17, STEP-31). */
export const parameterMappingsSchema = z
  .array(z.strictObject({ fromParameterExpression: expressionSchema.nullable(), toParameterPath: z.string().max(2_000) }))
  .max(workflowLimits.mappings)
  .exactOptional();

/** A failure takes the error path, then the chain continues. An addition to the specification. */
export const errorPathFields = { useErrorPath: flagSchema, errorFirstStepId: nextStepSchema } as const;

/** Whether a failed call is repeated (spec ENG-14), and how; what is absent is as in `retryDefaults`. */
export const retryFields = {
  useRetry: flagSchema,
  /** The first attempt included. */
  retryAttempts: z.number().exactOptional(),
  /** After the first attempt. */
  retryPauseSeconds: z.number().exactOptional(),
  retryGrowth: z.enum(retryGrowths).exactOptional(),
  retryFailures: z.array(z.enum(retryFailures)).max(retryFailures.length).exactOptional(),
} as const;

const offsetSchema = z.number().int().min(-workflowLimits.noteOffset).max(workflowLimits.noteOffset).exactOptional();

/**
 * A note on the canvas, for people. It belongs to a step, moves with the step and never runs. `x` and `y` lead from the top left corner of
 * the step's card to that of the note; a note of the trigger is independent, because the trigger never moves.
 */
const stepNoteSchema = z.strictObject({
  text: z.string().max(workflowLimits.noteLength),
  color: z.enum(noteColors).exactOptional(),
  x: offsetSchema,
  y: offsetSchema,
  width: z.number().int().min(workflowLimits.noteWidth.min).max(workflowLimits.noteWidth.max).exactOptional(),
  height: z.number().int().min(workflowLimits.noteHeight.min).max(workflowLimits.noteHeight.max).exactOptional(),
});
export type StepNote = z.output<typeof stepNoteSchema>;

/** Spec STEP-01: what every step may have. */
export const commonStepFields = {
  stepId: stepNameSchema,
  description: z.string().max(workflowLimits.descriptionLength).nullable().exactOptional(),
  clientId: z.string().min(1).max(100).exactOptional(),
  nextStepId: nextStepSchema,
  isHiddenFromCustomer: flagSchema,
  /** Runs skip the step and everything inside it (docs/workflow-format.md). */
  isSwitchedOff: flagSchema,
  notes: z.array(stepNoteSchema).max(workflowLimits.stepNotes, `A step has at most ${workflowLimits.stepNotes} notes.`).exactOptional(),
  triggerType: z.enum(triggerTypes).nullable().exactOptional(),
  connectorId: idSchema,
  connectorTypeId: idSchema,
  sourceConnectorId: idSchema,
  sourceConnectorTypeId: idSchema,
  targetConnectorId: idSchema,
  targetConnectorTypeId: idSchema,
} as const;
