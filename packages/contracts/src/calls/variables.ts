import { storableJson } from '@portage/primitives/storable';
import { variableLimits, variableNameProblem, variableTypes } from '@portage/workflow';
import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { optionalText } from './connector-fields.ts';
import { storableText } from './query-fields.ts';

const variableSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(variableTypes),
  /** Null for a secret: it is never shown again. */
  value: z.json(),
  isSecret: z.boolean(),
  description: z.string().nullable(),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
});
export type Variable = z.infer<typeof variableSchema>;

const nameField = storableText(variableLimits.nameLength, 'Please input Name').superRefine((name, context) => {
  const problem = name === '' ? 'Please input Name' : variableNameProblem(name);
  if (problem) context.addIssue(problem);
});
const valueField = z
  .json()
  .refine((value) => storableJson(value) === JSON.stringify(value), 'This contains characters that cannot be stored');
const settings = { isSecret: z.boolean().optional(), description: optionalText(variableLimits.descriptionLength) };

/** Values that all of a person's workflows read as `$Vars.name`. */
export const variableCalls = defineCalls({
  'GET /api/variables': {
    summary: 'The caller’s variables by name. The value of a secret is null.',
    access: 'user',
    effect: 'read',
    response: z.object({ variables: z.array(variableSchema) }),
  },
  'POST /api/variables': {
    summary: `Creates a variable; its name can’t be changed later. 409 variable-name-taken if the caller has one of that name, whatever its capitals; at most ${variableLimits.count} (409 too-many-variables).`,
    access: 'user',
    effect: 'write',
    body: z.strictObject({ name: nameField, type: z.enum(variableTypes), value: valueField, ...settings }),
    response: z.object({ variable: variableSchema }),
  },
  'PUT /api/variables/{id}': {
    summary:
      'Changes a variable; omitted fields are unchanged, and so is a secret whose value is omitted or null. A secret stays one unless a new value comes with isSecret false.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ type: z.enum(variableTypes).optional(), value: valueField.optional(), ...settings }),
    response: z.object({ variable: variableSchema }),
  },
  'DELETE /api/variables/{id}': {
    summary: 'Deletes a variable. 409 variable-in-use while active workflows use it.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
});
