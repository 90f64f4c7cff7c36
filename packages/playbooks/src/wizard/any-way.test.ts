import fc from 'fast-check';
import { expect, test } from 'vitest';
import { application, pair, working } from '../../test/templates.ts';
import type { TemplateDefinition } from '../template/template-definition.ts';
import { UnknownFieldTypeError } from './check-flow-step.ts';
import { firstIncomplete } from './is-complete.ts';
import { newWizard } from './new-wizard.ts';
import { removeStep } from './remove-step.ts';
import { saveStep, type WizardMove } from './save-step.ts';
import { getStepKind } from './step-kind.ts';
import type { StepAnswers, Wizard } from './wizard-step.ts';

const entity = fc.constantFrom('Products', 'Customers', 'Orders', 'Gifts', null);
const text = fc.constantFrom('a', '7', '', null);
const written: fc.Arbitrary<StepAnswers> = fc.record(
  {
    connectorId: fc.constantFrom('system-booker', 'system-shopify', 'system-stripe', null),
    integrationFlowDirectionType: fc.constantFrom('SourceToTarget' as const, 'TargetToSource' as const, null),
    flowEntitiesToSync: fc.option(fc.record({ source: entity, target: entity })),
    integrationFlowAdditionalData: fc.dictionary(fc.constantFrom('place', 'limit', '__proto__'), text),
    targetEntityExternalIdFields: fc.array(fc.constantFrom('body.note', 'body.other'), { maxLength: 2 }),
    answers: fc.dictionary(fc.constantFrom('warehouse', 'days', 'other'), text),
    locationId: text,
  },
  { requiredKeys: [] },
);
const move: fc.Arbitrary<WizardMove> = fc.oneof(
  fc.constantFrom<WizardMove>({ kind: 'next' }, { kind: 'previous' }, { kind: 'add' }),
  fc.integer({ min: 0, max: 9 }).map((index): WizardMove => ({ kind: 'jump', index })),
);
const action = fc.record({ at: fc.nat(9), written, move, isRemoval: fc.boolean(), isFound: fc.boolean() });

function requireSound(definition: TemplateDefinition, { steps, activeStep, isFinished }: Wizard): void {
  expect(steps.map(({ position }) => position)).toEqual(steps.map((_, at) => at));
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  expect(steps.filter((step) => getStepKind(step) === 'end')).toHaveLength(1);
  const active = steps[activeStep];
  expect(active && getStepKind(active)).not.toBe('store');
  expect(active).toBeDefined();
  if (isFinished) expect(firstIncomplete(definition, { steps })).toBeNull();
  const start = steps.find((step) => getStepKind(step) === 'start');
  if (start) expect(start.isActive).toBe(activeStep === 0);
  const pairs = steps.flatMap(({ flowEntitiesToSync: pair }) => (pair?.source ? [`${pair.source}/${pair.target}`] : []));
  expect(new Set(pairs).size).toBe(pairs.length);
  if (definition.applications) expect(steps.slice(-2).map(getStepKind)).toEqual(['end', 'store']);
  else expect(steps.at(-1)?.type).toBe('EndPage');
  for (const step of steps) {
    const connector = definition.connectors.find(({ key }) => step.id === `connector-${key}`);
    // The samples name a connector like its type.
    if (step.connectorId && connector) expect(connector.connectorTypeId).toBe(step.connectorId);
  }
}

test.each([
  ['a pair', pair],
  ['an integration application', application],
])('whatever is saved, moved, added and removed, the wizard of %s stays valid', (_, definition) => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      let wizard = newWizard(definition);
      for (const { at, written: body, move: way, isRemoval, isFound } of actions) {
        const step = wizard.steps[at % wizard.steps.length];
        if (!step) continue;
        const before = JSON.stringify(wizard);
        const connectorId = body.connectorId ?? step.connectorId;
        const found = new Map(
          isFound
            ? ([
                ['locationId', 'L'],
                ['shopifyPaymentMethodId', 'P'],
              ] as const)
            : [],
        );
        const facts = { found, ...(connectorId ? working(connectorId, connectorId) : {}) };
        try {
          const result = isRemoval
            ? removeStep(wizard, step.id)
            : saveStep(definition, wizard, { stepId: step.id, written: body, move: way }, facts);
          expect(JSON.stringify(wizard)).toBe(before);
          if (result.ok) wizard = result.wizard;
        } catch (error) {
          if (!(error instanceof UnknownFieldTypeError)) throw error;
        }
        requireSound(definition, wizard);
      }
    }),
    { numRuns: 300 },
  );
});
