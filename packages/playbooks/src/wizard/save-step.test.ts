import { describe, expect, test } from 'vitest';
import { application, pair, prices, working } from '../../test/templates.ts';
import type { TemplateDefinition } from '../template/template-definition.ts';
import { UnknownFieldTypeError } from './check-flow-step.ts';
import { firstIncomplete } from './is-complete.ts';
import { newWizard } from './new-wizard.ts';
import { removeStep } from './remove-step.ts';
import { canAddStep, saveStep, type WizardMove } from './save-step.ts';
import type { StepFacts } from './step-facts.ts';
import type { StepAnswers, Wizard } from './wizard-step.ts';

const next: WizardMove = { kind: 'next' };
const found: StepFacts = {
  found: new Map([
    ['locationId', 'L1'],
    ['shopifyPaymentMethodId', 'P1'],
  ]),
};

function saved(
  definition: TemplateDefinition,
  wizard: Wizard,
  stepId: string,
  written: StepAnswers = {},
  facts: StepFacts = {},
  move: WizardMove = next,
): Wizard {
  const result = saveStep(definition, wizard, { stepId, written, move }, facts);
  if (!result.ok) throw new Error(result.message);
  return result.wizard;
}

function refusal(
  definition: TemplateDefinition,
  wizard: Wizard,
  stepId: string,
  written: StepAnswers = {},
  facts: StepFacts = {},
  move: WizardMove = next,
): string | null {
  const result = saveStep(definition, wizard, { stepId, written, move }, facts);
  return result.ok ? null : result.message;
}

/** A wizard of the pair with its connectors chosen. */
function connected(): Wizard {
  const left = saved(pair, newWizard(pair), 'start');
  const booker = saved(pair, left, 'connector-booker', { connectorId: 'b1' }, working('b1', 'system-booker'));
  return saved(pair, booker, 'connector-shopify', { connectorId: 's1' }, working('s1', 'system-shopify'));
}

const field = (name: string) => ({ name, title: name, type: 'string', isRequired: true, order: 0, connector: 'shopify' });
const listTypes = ({ steps }: Wizard) => steps.map(({ type }) => type);

describe('the steps of a wizard', () => {
  test('PB-54: a pair has a start page, its connectors, its own setup, a preview and an end page', () => {
    expect(listTypes(newWizard(pair))).toEqual([
      'StartPage',
      'ConnectorSetup',
      'ConnectorSetup',
      'BookerToShopifySetup',
      'Preview',
      'EndPage',
    ]);
  });

  test('PB-39: the end page of an integration application is the last but one', () => {
    expect(listTypes(newWizard(application))).toEqual([
      'ConnectorSetup',
      'ConnectorSetup',
      'IntegrationFlowSetup',
      'EndPage',
      'CustomStepsStore',
    ]);
  });
});

describe('moving', () => {
  test('PB-32, PB-33: the start page is active until the person leaves it, and again when they return', () => {
    const wizard = saved(pair, newWizard(pair), 'start');
    expect([wizard.activeStep, wizard.steps[0]?.isActive]).toEqual([1, false]);
    const back = saved(pair, wizard, 'connector-booker', {}, {}, { kind: 'previous' });
    expect([back.activeStep, back.steps[0]?.isActive]).toEqual([0, true]);
  });

  test('PB-37: the last step finishes the wizard, which shows its end page; PB-33: previous leaves it', () => {
    const wizard = saved(pair, connected(), 'setup', { answers: { warehouse: 'w' } }, found);
    expect(wizard).toMatchObject({ activeStep: 4, isFinished: false });
    const finished = saved(pair, wizard, 'preview');
    expect(finished).toMatchObject({ activeStep: 5, isFinished: true });
    expect(saved(pair, finished, 'end', {}, {}, { kind: 'previous' })).toMatchObject({ activeStep: 4, isFinished: true });
  });

  test('PB-37: with something missing, the last step leads to it instead', () => {
    const wizard = saved(pair, connected(), 'preview');
    expect(wizard).toMatchObject({ activeStep: 3, isFinished: false });
  });

  test('PB-34: a click saves the step and moves to any other, but not to the end before it is reached', () => {
    const wizard = saved(pair, connected(), 'setup', { answers: { warehouse: 'w' } }, found, { kind: 'jump', index: 1 });
    expect(wizard.activeStep).toBe(1);
    expect(wizard.steps[3]).toMatchObject({ locationId: 'L1', shopifyPaymentMethodId: 'P1', answers: { warehouse: 'w' } });
    expect(refusal(pair, wizard, 'preview', {}, {}, { kind: 'jump', index: 5 })).toBe('Finish the other steps first.');
    expect(refusal(pair, wizard, 'preview', {}, {}, { kind: 'jump', index: 99 })).toBe('This step does not exist.');
    expect(refusal(pair, wizard, 'setup', { answers: { warehouse: '' } }, found, { kind: 'jump', index: 1 })).toBe(
      'Please select Warehouse',
    );
  });

  test('PB-30: going back needs no complete step, and keeps valid answers', () => {
    const back = saved(pair, connected(), 'setup', { answers: { days: '4' } }, { found: new Map() }, { kind: 'previous' });
    expect(back.activeStep).toBe(2);
    expect(back.steps[3]?.answers).toMatchObject({ days: '4' });
    expect(firstIncomplete(pair, back)).toBe(3);
  });
});

describe('the connector step', () => {
  const wizard = saved(pair, newWizard(pair), 'start');

  test.each<[string, StepAnswers, StepFacts, RegExp]>([
    ['nothing is chosen', {}, {}, /^Please select Connector$/],
    ['it belongs to another person', { connectorId: 'b1' }, { connector: null }, /not found/],
    ['it is of another application', { connectorId: 'b1' }, working('b1', 'system-stripe'), /another application/],
    [
      'PB-44: its credentials do not work',
      { connectorId: 'b1' },
      { connector: { id: 'b1', name: 'B', connectorTypeId: 'system-booker', isWorking: false, message: 'Refused.' } },
      /^Refused\.$/,
    ],
  ])('is not saved if %s', (_, written, facts, message) => {
    expect(refusal(pair, wizard, 'connector-booker', written, facts)).toMatch(message);
    const back = saved(pair, wizard, 'connector-booker', written, facts, { kind: 'previous' });
    expect(back.steps[1]?.connectorId ?? null).toBeNull();
  });

  test('a connector of another type of the same system is accepted', () => {
    const chosen = saved(pair, wizard, 'connector-shopify', { connectorId: 's1' }, working('s1', 'system-shopify-custom-app'));
    expect(chosen.steps[2]?.connectorId).toBe('s1');
  });

  test('choosing another account removes the previous account’s answers, and those that depend on them', () => {
    const full = saved(pair, saved(pair, connected(), 'setup', { answers: { warehouse: 'w', days: '3' } }, found), 'preview');
    const shop = saved(pair, full, 'connector-shopify', { connectorId: 's2' }, working('s2', 'system-shopify'));
    expect(shop.steps[3]).toMatchObject({ locationId: 'L1', answers: { warehouse: null, days: '3' } });
    expect(shop.isFinished).toBe(false);
    const booker = saved(pair, full, 'connector-booker', { connectorId: 'b2' }, working('b2', 'system-booker'));
    expect(booker.steps[3]).toMatchObject({ locationId: null, shopifyPaymentMethodId: null, answers: { warehouse: 'w' } });
    const same = saved(pair, full, 'connector-shopify', { connectorId: 's1' }, working('s1', 'system-shopify'));
    expect(same.isFinished).toBe(true);
  });
});

describe('the setup step', () => {
  test('CPB-16: a record to look up must be found, whatever the page sends', () => {
    const written = { locationId: 'made up', answers: { warehouse: 'w' } };
    expect(refusal(pair, connected(), 'setup', written, { found: new Map() })).toBe('Booker location not found');
    const half = { found: new Map([['locationId', 'L1']]) };
    expect(refusal(pair, connected(), 'setup', written, half)).toBe('Shopify Payment Method not found');
    expect(saved(pair, connected(), 'setup', written, found).steps[3]?.locationId).toBe('L1');
  });

  test('answers that a save omits stay; an empty answer removes one', () => {
    const one = saved(pair, connected(), 'setup', { answers: { warehouse: 'w', days: '2' } }, found);
    expect(saved(pair, one, 'setup', { answers: { days: '3' } }, found).steps[3]?.answers).toEqual({
      warehouse: 'w',
      days: '3',
      since: null,
    });
    expect(refusal(pair, one, 'setup', { answers: { warehouse: null } }, found)).toBe('Please select Warehouse');
    expect(refusal(pair, one, 'setup', { answers: { days: 'many' } }, found)).toBe('Days must be a number');
    expect(refusal(pair, one, 'setup', { answers: { since: '2026-02-30' } }, found)).toBe('Since must be a day such as 2026-01-31');
  });

  test('a choice’s name is stored with it, and removed by another choice, none, or another account', () => {
    const chosenNames = { warehouse: { value: 'w', name: 'Hamburg' }, days: { value: '9', name: 'Not the answer' } };
    const one = saved(pair, connected(), 'setup', { answers: { warehouse: 'w' }, chosenNames }, found);
    const kept = { warehouse: { value: 'w', name: 'Hamburg' } };
    expect(one.steps[3]?.chosenNames).toEqual(kept);
    expect(saved(pair, one, 'setup', { answers: { days: '3' } }, found).steps[3]?.chosenNames).toEqual(kept);
    const other = saved(pair, one, 'setup', { answers: { warehouse: 'x' } }, found);
    expect(other.steps[3]).not.toHaveProperty('chosenNames');
    const account = saved(pair, one, 'connector-shopify', { connectorId: 's2' }, working('s2', 'system-shopify'));
    expect(account.steps[3]).not.toHaveProperty('chosenNames');
  });

  test('a schedule uses its own zone, otherwise its previous one, otherwise the person’s', () => {
    const daily = { frequency: 1, period: 'Day' as const, startAt: '2026-12-01T08:00:00Z' };
    const scheduleOf = (schedule: StepAnswers['schedule'], wizard = connected()) =>
      saved(pair, wizard, 'setup', { answers: { warehouse: 'w' }, schedule }, { ...found, timeZone: 'Europe/Berlin' });
    const [own, named] = [scheduleOf(daily), scheduleOf({ ...daily, timeZone: 'Asia/Tokyo' })];
    expect(own.steps[3]?.schedule).toEqual({ ...daily, timeZone: 'Europe/Berlin' });
    expect(scheduleOf({ ...daily, frequency: 2 }, named).steps[3]?.schedule).toEqual({ ...daily, frequency: 2, timeZone: 'Asia/Tokyo' });
    const withoutZone = saved(pair, connected(), 'setup', { answers: { warehouse: 'w' }, schedule: daily }, found);
    expect(scheduleOf(daily, withoutZone).steps[3]?.schedule).toEqual(daily);
    expect(refusal(pair, connected(), 'setup', { answers: { warehouse: 'w' }, schedule: { ...daily, timeZone: 'Mars' } }, found)).toMatch(
      /time zone/,
    );
  });

  test('an invalid schedule is refused', () => {
    const written = { answers: { warehouse: 'w' }, schedule: { frequency: 5, period: 'Hour' as const, startAt: 'tomorrow' } };
    expect(refusal(pair, connected(), 'setup', written, found)).toMatch(/^Start must be a date/);
    const kept = saved(pair, connected(), 'setup', { ...written, schedule: { ...written.schedule, startAt: null } }, found);
    expect(kept.steps[3]?.schedule).toEqual({ frequency: 5, period: 'Hour', startAt: null });
  });

  test.each<[string, Record<string, string | null>, string | null]>([
    ['CPB-19: all levels, where there are fewer of them', { l1: 'b1', l2: 'b2' }, null],
    ['CPB-19: one is missing', { l1: 'b1' }, 'Please setup all Price Levels and Price Books matching'],
    ['CPB-20: one book twice', { l1: 'b1', l2: 'b1' }, 'A price book can be used once.'],
    ['books that are not there do not count', { l1: 'b1', l2: 'gone' }, 'Please setup all Price Levels and Price Books matching'],
  ])('%s', (_, priceMapping, message) => {
    const facts = { priceLists: { levelIds: ['l1', 'l2'], bookIds: ['b1', 'b2', 'b3'] } };
    expect(refusal(prices, newWizard(prices), 'setup', { priceMapping }, facts)).toBe(message);
  });

  test('CPB-19: with fewer books than levels, each book is used', () => {
    const facts = { priceLists: { levelIds: ['l1', 'l2', 'l3'], bookIds: ['b1', 'b2'] } };
    expect(refusal(prices, newWizard(prices), 'setup', { priceMapping: { l1: 'b1', l3: 'b2' } }, facts)).toBeNull();
    expect(refusal(prices, newWizard(prices), 'setup', { priceMapping: { l1: 'b1' } }, facts)).not.toBeNull();
  });
});

describe('the steps of an integration application', () => {
  const flow = (source: string, more: StepAnswers = {}): StepAnswers => ({
    integrationFlowDirectionType: 'SourceToTarget',
    flowEntitiesToSync: { source, target: source },
    integrationFlowAdditionalData: { place: 'here' },
    ...more,
  });
  const start = newWizard(application);
  const external = { targetEntityExternalIdFields: ['body.note'] };
  const clients = flow('Customers', external);

  test.each<[string, StepAnswers, string]>([
    ['PB-48: a direction', { flowEntitiesToSync: { source: 'Products', target: 'Products' } }, 'Please select Direction'],
    ['PB-52: entities', { integrationFlowDirectionType: 'SourceToTarget' }, 'Please select Source and Target entities'],
    [
      'entities that belong together',
      flow('Products', { flowEntitiesToSync: { source: 'Products', target: 'Orders' } }),
      'Please select Source and Target entities',
    ],
    [
      'a direction that the pair has',
      flow('Products', { integrationFlowDirectionType: 'TargetToSource' }),
      'Please select Source and Target entities',
    ],
    [
      'PB-50: something to configure',
      flow('Orders', { integrationFlowDirectionType: 'TargetToSource' }),
      'There is no available configurable fields, please select another Source and Target entities',
    ],
    ['PB-51: the required fields', flow('Products', { integrationFlowAdditionalData: {} }), 'Please enter Place'],
    ['PB-51: external-id fields, always', flow('Customers'), 'Please select Target External Id Fields'],
    [
      'a number as a number',
      flow('Customers', { ...external, integrationFlowAdditionalData: { place: 'x', limit: 'y' } }),
      'Limit must be a number',
    ],
  ])('%s', (_, written, message) => {
    expect(refusal(application, start, 'flow-1', written)).toBe(message);
  });

  test('records count from the moment or day that the person picks, and by default from now on', () => {
    const asked = (format: 'start' | 'date'): TemplateDefinition => ({
      ...application,
      applications: {
        pairs: [
          {
            ...{ sourceEntity: 'Products', targetEntity: 'Products', directions: ['SourceToTarget'], externalIdFields: [] },
            additionalFields: [{ ...field('since'), isRequired: false, format }],
          },
        ],
        entityTitles: {},
      },
    });
    const now = { now: new Date('2026-11-29T16:05:06.789Z') };
    const sinceOf = (format: 'start' | 'date', since: string | null, wizard = newWizard(asked(format))) =>
      saved(asked(format), wizard, 'flow-1', flow('Products', { integrationFlowAdditionalData: since === null ? {} : { since } }), now)
        .steps[2]?.integrationFlowAdditionalData?.since;
    expect([sinceOf('start', null), sinceOf('date', null)]).toEqual(['2026-11-29T16:05:06Z', '2026-11-29']);
    expect([sinceOf('start', '2026-01-31'), sinceOf('date', '2026-01-31')]).toEqual(['2026-01-31T00:00:00Z', '2026-01-31']);
    expect(
      refusal(asked('date'), newWizard(asked('date')), 'flow-1', flow('Products', { integrationFlowAdditionalData: { since: 'May' } })),
    ).toBe('since must be a day such as 2026-01-31');
    // A flow that was set up before the question existed carries what it did.
    const earlier = newWizard(asked('start'));
    const steps = earlier.steps.map((step) =>
      step.id === 'flow-1' ? { ...step, ...flow('Products', { integrationFlowAdditionalData: {} }) } : step,
    );
    expect(sinceOf('start', null, { ...earlier, steps })).toBeNull();
  });

  test('STEP-110: an additional field of an unknown type is an error', () => {
    expect(() => refusal(application, start, 'flow-1', flow('Gifts'))).toThrow(UnknownFieldTypeError);
  });

  test('PB-49: the step is named after its entities, in the direction of the flow', () => {
    expect(saved(application, start, 'flow-1', clients).steps[2]?.name).toBe('Clients to Clients');
    const both: TemplateDefinition['applications'] = {
      pairs: [
        {
          ...{ sourceEntity: 'Customers', targetEntity: 'Contacts', directions: ['SourceToTarget', 'TargetToSource'] },
          ...{ additionalFields: [field('place')], externalIdFields: [] },
        },
      ],
      entityTitles: { Customers: 'Clients' },
    };
    const twoWay: TemplateDefinition = { ...application, applications: both };
    const named = (integrationFlowDirectionType: 'SourceToTarget' | 'TargetToSource') =>
      saved(twoWay, newWizard(twoWay), 'flow-1', {
        ...{ integrationFlowDirectionType, flowEntitiesToSync: { source: 'Customers', target: 'Contacts' } },
        integrationFlowAdditionalData: { place: 'here' },
      }).steps[2]?.name;
    expect([named('SourceToTarget'), named('TargetToSource')]).toEqual(['Clients to Contacts', 'Contacts to Clients']);
    const cleared = saved(application, start, 'flow-1', { flowEntitiesToSync: null }, {}, { kind: 'previous' });
    expect(cleared.steps[2]?.name).toBe('Please select Source and Target entities');
  });

  test('PB-40..42: a step is added before the end; a pair is not offered twice, and another one starts without answers (PB-43)', () => {
    const added = saved(application, start, 'flow-1', clients, {}, { kind: 'add' });
    expect(listTypes(added)).toEqual([
      'ConnectorSetup',
      'ConnectorSetup',
      'IntegrationFlowSetup',
      'IntegrationFlowSetup',
      'EndPage',
      'CustomStepsStore',
    ]);
    expect(added.steps[3]).toMatchObject({ id: 'flow-2', name: 'Integration Setup', position: 3 });
    expect(added.activeStep).toBe(3);
    expect(refusal(application, added, 'flow-2', clients)).toBe('Please select Source and Target entities');
    const second = saved(application, added, 'flow-2', flow('Products'));
    expect(refusal(application, second, 'flow-1', flow('Products'))).toBe('Please select Source and Target entities');
    const other = saved(
      application,
      second,
      'flow-1',
      { flowEntitiesToSync: { source: 'Customers', target: 'Customers' } },
      {},
      { kind: 'previous' },
    );
    expect(other.steps[2]).toMatchObject({ integrationFlowAdditionalData: { place: 'here' }, targetEntityExternalIdFields: ['body.note'] });
  });

  test('PB-36: the last step is not saved before the others are complete, and a flow in the other direction has no external ids', () => {
    expect(refusal(application, start, 'end', {})).toBe('Finish the other steps first.');
    const both: TemplateDefinition['applications'] = {
      pairs: [
        {
          ...{ sourceEntity: 'Products', targetEntity: 'Products', directions: ['SourceToTarget', 'TargetToSource'] },
          ...{ additionalFields: [field('place')], externalIdFields: [{ path: 'body.note', title: 'Note' }] },
        },
      ],
      entityTitles: {},
    };
    const twoWay: TemplateDefinition = { ...application, applications: both };
    const way = (integrationFlowDirectionType: 'SourceToTarget' | 'TargetToSource') => flow('Products', { integrationFlowDirectionType });
    expect(refusal(twoWay, newWizard(twoWay), 'flow-1', way('SourceToTarget'))).toBe('Please select Target External Id Fields');
    const back = saved(twoWay, newWizard(twoWay), 'flow-1', way('TargetToSource'));
    expect(back.steps[2]).toMatchObject({ integrationFlowDirectionType: 'TargetToSource', targetEntityExternalIdFields: [] });
  });

  test('PB-40: the step must be complete before another one is added', () => {
    expect(refusal(application, start, 'flow-1', {}, {}, { kind: 'add' })).toBe('Please select Direction');
  });

  test('PB-41: none can be added once every entity is used, or no pair is left', () => {
    const one = { ...application, applications: { pairs: application.applications?.pairs.slice(0, 1) ?? [], entityTitles: {} } };
    const full = saved(one, newWizard(one), 'flow-1', flow('Products'));
    expect(canAddStep(one, full)).toBe(false);
    expect(canAddStep(application, start)).toBe(true);
    expect(refusal(one, full, 'flow-1', flow('Products'), {}, { kind: 'add' })).toMatch(/^Every integration/);
    expect(canAddStep(pair, newWizard(pair))).toBe(false);
  });

  test('an added integration can be removed, the first one cannot', () => {
    const added = saved(application, start, 'flow-1', clients, {}, { kind: 'add' });
    expect(removeStep(added, 'flow-1')).toMatchObject({ ok: false });
    expect(removeStep(added, 'end')).toMatchObject({ ok: false });
    const removed = removeStep(added, 'flow-2');
    expect(removed).toMatchObject({ ok: true, wizard: { activeStep: 2, isFinished: false } });
    expect(removed.ok && removed.wizard.steps.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });
});
