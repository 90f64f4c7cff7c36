import { expect, test } from 'vitest';
import { pair, working } from '../../test/templates.ts';
import type { TemplateDefinition } from '../template/template-definition.ts';
import { templateChanges } from '../workflows/template-changes.ts';
import { newWizard } from './new-wizard.ts';
import { saveStep } from './save-step.ts';
import { takeTemplate } from './take-template.ts';
import type { Wizard } from './wizard-step.ts';

const types: Record<string, string> = { b1: 'system-booker', s1: 'system-shopify' };
const findType = (id: string) => types[id];

function finished(): Wizard {
  const found = new Map([
    ['locationId', 'L1'],
    ['shopifyPaymentMethodId', 'P1'],
  ]);
  const steps = [
    ['start', {}],
    ['connector-booker', { connectorId: 'b1' }],
    ['connector-shopify', { connectorId: 's1' }],
    ['setup', { answers: { warehouse: 'w' } }],
    ['preview', {}],
  ] as const;
  let wizard = newWizard(pair);
  for (const [id, written] of steps) {
    const connectorId = 'connectorId' in written ? written.connectorId : '';
    const saved = saveStep(
      pair,
      wizard,
      { stepId: id, written, move: { kind: 'next' } },
      { found, ...working(connectorId, types[connectorId] ?? '') },
    );
    if (!saved.ok) throw new Error(saved.message);
    wizard = saved.wizard;
  }
  return wizard;
}

function withSetup(change: Partial<NonNullable<TemplateDefinition['setup']>>): TemplateDefinition {
  return { ...pair, setup: { ...(pair.setup as NonNullable<TemplateDefinition['setup']>), ...change } };
}

const questions = pair.setup?.questions ?? [];
const asked = { name: 'tax', title: 'Tax rate', kind: 'number' as const, isRequired: true };

test('answers stay, and a finished wizard stays finished if nothing new is asked', () => {
  const newer = withSetup({ name: 'New settings', questions: [...questions, { ...asked, isRequired: false }] });
  const taken = takeTemplate(newer, finished(), findType);
  expect(taken).toMatchObject({ isFinished: true, activeStep: 5 });
  expect(taken.steps[3]).toMatchObject({ name: 'New settings', locationId: 'L1', answers: { warehouse: 'w' } });
  expect(templateChanges(pair, newer)).toEqual(['The wizard asks for “Tax rate”, which may stay empty.']);
});

test('a new required question opens the wizard at its step', () => {
  const newer = withSetup({ questions: [...questions, asked] });
  expect(takeTemplate(newer, finished(), findType)).toMatchObject({ isFinished: false, activeStep: 3 });
  expect(templateChanges(pair, newer)).toEqual(['The wizard asks for “Tax rate”.']);
});

test('a connector must be chosen again if its application changed', () => {
  const connectors = pair.connectors.map((one) => (one.key === 'booker' ? { ...one, connectorTypeId: 'system-mindbody' } : one));
  const taken = takeTemplate({ ...pair, connectors }, finished(), findType);
  expect(taken).toMatchObject({ isFinished: false, activeStep: 1 });
  expect(taken.steps[1]?.connectorId).toBeNull();
});

test('only changes are reported, in sentences', () => {
  const [products, orders] = pair.workflows;
  if (!products || !orders) throw new Error('The pair has two workflows');
  expect(templateChanges(pair, pair)).toEqual([]);
  expect(templateChanges(pair, { ...pair, name: 'Another name' })).toEqual([]);
  expect(templateChanges(pair, { ...pair, endPage: { ...pair.endPage, text: 'Bye' } })).toEqual([
    'Texts and settings of the wizard change. What is synced stays the same.',
  ]);
  const workflows = [
    { ...products, carriesDeletions: true },
    { ...orders, id: 'gifts', name: 'Gifts', description: 'Gifts go over' },
  ];
  expect(templateChanges(pair, { ...pair, workflows })).toEqual([
    '“Products” changes what it reads or writes.',
    '“Gifts” is new: Gifts go over.',
    '“Orders” is no longer part of it: its workflow is deleted.',
  ]);
});
