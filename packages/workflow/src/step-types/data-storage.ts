import { forbiddenNames } from '@portage/primitives/forbidden-names';
import { workflowLimits } from '../model/values.ts';
import { requireText } from './check-fields.ts';
import type { DataStorageStep } from './data-storage-schema.ts';
import { mapMembers } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

/** Writes or deletes keys that later steps and runs read (spec STEP-74, STEP-79, STEP-80). */
export const dataStorage = {
  label: 'Data Storage',
  waitsOutside: true,
  create: () => ({
    type: 'DataStorage',
    dataStorageOperation: 'Create',
    scope: 'CurrentRun',
    keyValues: [{ key: '', valueExpression: '' }],
  }),
  withDefaults: (step) => ({ ...step, scope: step.dataStorageOperation === 'Create' ? (step.scope ?? 'CurrentRun') : null }),
  check(step, report) {
    const hours = step.expirationInHours;
    const { min, max } = workflowLimits.expirationHours;
    if (hours !== null && hours !== undefined && !(hours >= min && hours <= max)) {
      report('expirationInHours', `Data expires in ${min} to ${max} hours`);
    }
    if (step.keyValues.length === 0) report('keyValues', 'Please add an item');
    for (const [index, { key, valueExpression }] of step.keyValues.entries()) {
      requireText(key, `keyValues[${index}].key`, 'Key', report);
      if (forbiddenNames.includes(key)) report(`keyValues[${index}].key`, `"${key}" cannot be used as a key`);
      // PostgreSQL accepts neither.
      if (key.includes('\u0000') || !key.isWellFormed())
        report(`keyValues[${index}].key`, 'This key contains characters that cannot be stored');
      if (step.dataStorageOperation !== 'Delete' && !valueExpression?.trim()) {
        report(`keyValues[${index}].valueExpression`, 'Please set value');
      }
    }
  },
  mapTexts: (step, visit) => ({
    ...step,
    keyValues: step.keyValues.map((row, index) => {
      const field = `keyValues[${index}].`;
      const keyed = mapMembers(row, ['key'], 'expression', field, visit);
      const valued = mapMembers(keyed, ['valueExpression'], step.dataStorageOperation === 'Delete' ? 'unused' : 'expression', field, visit);
      return mapMembers(valued, ['expectedExpression'], step.dataStorageOperation === 'SetIf' ? 'expression' : 'unused', field, visit);
    }),
  }),
  offers: () => [],
} satisfies StepDefinition<DataStorageStep>;
