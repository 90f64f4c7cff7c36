import { requireText } from './check-fields.ts';
import type { IntegrationStep } from './integration-step-schema.ts';
import type { StepDefinition, VisitText } from './step-definition.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Spec STEP-102. The implementation type determines which fields are required (STEP-104), so they aren't checked here. */
export const integrationStep = {
  label: 'Integration Step',
  waitsOutside: true,
  create: ({ implementationType }) => ({
    type: 'IntegrationStep',
    fieldsData: {},
    ...(implementationType === undefined ? {} : { implementationType }),
  }),
  check(step, report) {
    requireText(step.implementationType, 'implementationType', 'Implementation Type', report);
  },
  mapTexts(step, visit) {
    if (!step.fieldsData) return step;
    const fields = Object.entries(step.fieldsData).map(([name, value]): [string, Json] => [
      name,
      mapJson(value, `fieldsData.${name}`, visit),
    ]);
    return { ...step, fieldsData: Object.fromEntries(fields) };
  },
  offers: () => ['Response'],
} satisfies StepDefinition<IntegrationStep>;

function mapJson(value: Json, field: string, visit: VisitText): Json {
  if (typeof value === 'string') return visit(value, 'expression', field);
  if (Array.isArray(value)) return value.map((item, index) => mapJson(item, `${field}[${index}]`, visit));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapJson(item, `${field}.${name}`, visit)]));
}
