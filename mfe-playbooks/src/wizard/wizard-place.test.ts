import { describe, expect, test } from 'vitest';
import type { Playbook, WizardStep } from '../playbooks/api-types.ts';
import { buttonsAt, firstEditableStep, listPages, shownStep } from './wizard-place.ts';

const step = (id: string, type: string): WizardStep => ({
  ...{ id, type, name: id, position: 0, isActive: true, connectorTypeId: null, workflowTemplateId: null },
});
const STEPS = [step('start', 'StartPage'), step('shop', 'ConnectorSetup'), step('preview', 'Preview'), step('end', 'EndPage')];
const playbook = (more: Partial<Playbook> = {}, wizard: Partial<Playbook['wizard']> = {}): Playbook =>
  ({
    ...{ customPlaybookType: 'MindbodyToShopify', isConverted: false },
    ...more,
    wizard: { steps: STEPS, activeStep: 1, isFinished: false, type: 'Default', canAddStep: false, ...wizard },
  }) as Playbook;
const buttons = (id: string, of = playbook()) => buttonsAt(of, of.wizard.steps.find((one) => one.id === id) as WizardStep);

describe('the wizard’s current step', () => {
  test('is the step that the address names, otherwise the person’s last one', () => {
    const { wizard } = playbook();
    expect(shownStep(wizard, 'preview')?.id).toBe('preview');
    for (const id of [null, 'nowhere']) expect(shownStep(wizard, id)?.id).toBe('shop');
    expect(shownStep({ ...wizard, activeStep: 99 }, null)?.id).toBe('start');
    expect(firstEditableStep(wizard)?.id).toBe('shop');
  });

  test('is not the end page before every step is answered, even if the address names it', () => {
    const { wizard } = playbook();
    expect(shownStep(wizard, 'end')?.id).toBe('shop');
    expect(shownStep({ ...wizard, isFinished: true }, 'end')?.id).toBe('end');
  });

  test('PB-26..30: has its buttons, "Continue" on the start page and "Create Playbook" on the last step before the end', () => {
    expect(buttons('start')).toMatchObject({ hasBackToList: false, hasPrevious: false, main: 'Continue' });
    expect(buttons('start', playbook({ customPlaybookType: null })).hasBackToList).toBe(true);
    expect(buttons('shop')).toMatchObject({ hasBackToList: true, hasPrevious: true, main: 'Next' });
    expect(buttons('preview').main).toBe('Create Playbook');
    expect(buttons('end', playbook({ isConverted: true }))).toMatchObject({ hasPrevious: true, main: 'Finish' });
  });

  test('offers to create a playbook that was never created, on the end page', () => expect(buttons('end').main).toBe('Create Playbook'));

  test('PB-39, PB-40: an integration application has "Add Custom Step" after the end page while one can be added', () => {
    const steps = [...STEPS, step('store', 'CustomStepsStore')];
    const application = (canAddStep: boolean) => playbook({}, { steps, type: 'IntegrationApplication', canAddStep });
    expect(listPages(application(true).wizard).at(-1)?.id).toBe('end');
    expect(buttons('shop', application(true)).hasAddCustomStep).toBe(true);
    expect(buttons('shop', application(false)).hasAddCustomStep).toBe(false);
    expect(shownStep({ ...application(true).wizard, activeStep: 4 }, null)?.id).toBe('start');
  });
});
