import { validateWorkflow } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { application, pair, prices } from '../../test/templates.ts';
import type { TemplateDefinition } from '../template/template-definition.ts';
import { newWizard } from '../wizard/new-wizard.ts';
import type { StepAnswers, Wizard } from '../wizard/wizard-step.ts';
import { type PlanFacts, planWorkflows } from './plan-workflows.ts';

const LATER = '2026-03-01T10:10:00.000Z';
const facts: PlanFacts = {
  connectorTypes: new Map([
    ['c0', 'type-0'],
    ['c1', 'type-1'],
  ]),
  laterAt: LATER,
  integrationType: 'BookerToShopify',
};

function buildAnsweredWizard(definition: TemplateDefinition, answers: Record<string, StepAnswers>): Wizard {
  const wizard = newWizard(definition);
  let count = 0;
  const steps = wizard.steps.map((step) => {
    const connectorId = step.type === 'ConnectorSetup' ? { connectorId: `c${count++}` } : {};
    return { ...step, ...connectorId, ...answers[step.id] };
  });
  return { ...wizard, steps };
}

const full = buildAnsweredWizard(pair, { setup: { locationId: 'L1', answers: { warehouse: 'W 1' } } });

describe('workflows of a pair', () => {
  const [products, orders] = planWorkflows(pair, full, facts);

  test('each has a ten-minute schedule and an integration step, and can be activated', () => {
    expect(products).toMatchObject({ id: 'products', name: 'Products', runsAtOnce: false });
    expect(validateWorkflow(products?.steps ?? [])).toEqual([]);
    expect(products?.steps).toMatchObject([
      { type: 'Trigger', triggerType: 'Scheduled', schedule: { frequency: 10, period: 'Minute', startAt: null }, nextStepId: 'Sync' },
      { type: 'IntegrationStep', implementationType: 'BookerToShopify', fieldsData: { sourceConnector: 'c0', targetConnector: 'c1' } },
    ]);
  });

  test('PB-12: one that does not run at once begins ten minutes later', () => {
    expect(orders?.steps[0]).toMatchObject({ schedule: { startAt: LATER } });
  });

  test('answers fill parameters and mappings; whatever needs a missing one is left out', () => {
    const written = products?.integration?.operations.Target;
    expect(written?.customFormData).toEqual({ warehouse: 'W 1' });
    const mappings = new Map(written?.mappings.map((mapping) => [mapping.toParameterPath, mapping.fromParameterExpression]));
    expect(mappings.get('body.input.vendor')).toBe('Shop W 1');
    expect(mappings.has('body.input.days')).toBe(false);
    expect(mappings.get('body.input.title')).toBe('$Item.Name');
  });

  test('an answer with a dollar sign is a text, not an expression', () => {
    const [planned] = planWorkflows(pair, buildAnsweredWizard(pair, { setup: { answers: { warehouse: '$Item.secret "x"' } } }), facts);
    const vendor = planned?.integration?.operations.Target.mappings.find(({ toParameterPath }) => toParameterPath === 'body.input.vendor');
    expect(vendor?.fromParameterExpression).toBe('Shop ${"$Item.secret \\"x\\""}');
  });

  test('INT-02: Source is the first connector whichever is read, and mappings belong to the written side', () => {
    expect(products?.integration?.directionType).toBe('SourceToTarget');
    expect(orders?.integration).toMatchObject({
      directionType: 'TargetToSource',
      operations: {
        Source: { connectorId: 'c0', connectorTypeId: 'type-0', entityType: 'Orders' },
        Target: { connectorId: 'c1', mappings: [] },
      },
    });
    expect(orders?.integration?.operations.Source.mappings.length).toBeGreaterThan(0);
  });

  test('INT-04: dependents have the mappings and the link that Portage knows, besides links to other flows', () => {
    expect(orders?.integration?.operations.Source.dependentMappings).toMatchObject({
      Customers: {
        sourceEntityType: 'Customers',
        link: { fromParameterExpression: '$Item.customer.id', toParameterPath: 'body.CustomerID' },
      },
      Inventory: { sourceEntityType: 'Inventory', mappings: [], link: { toParameterPath: 'body.Items[].ProductVariantID' } },
    });
    expect(orders?.integration?.operations.Source.dependentMappings?.Customers?.mappings.length).toBeGreaterThan(3);
  });

  test('PB-15: a chosen schedule is kept, and nothing runs before its start', () => {
    const schedule = { frequency: 2, period: 'Hour' as const, startAt: '2030-01-01T00:00:00Z', timeZone: 'Europe/Berlin' };
    const planned = planWorkflows(pair, buildAnsweredWizard(pair, { preview: { schedule } }), facts);
    expect(planned.map(({ runsAtOnce }) => runsAtOnce)).toEqual([false, false]);
    for (const { steps } of planned)
      expect(steps[0]).toMatchObject({
        schedule: { frequency: 2, period: 'Hour', startAt: '2030-01-01T00:00:00Z', timeZone: 'Europe/Berlin' },
      });
  });

  test('CPB-02: mappings that the person changed are used', () => {
    const own = [{ fromParameterExpression: 'Fixed', toParameterPath: 'body.input.title' }];
    const [planned] = planWorkflows(pair, buildAnsweredWizard(pair, { setup: { mappings: { products: own } } }), facts);
    expect(planned?.integration?.operations.Target.mappings).toEqual(own);
  });

  test('a rule that leaves records out is not a mapped field: it stays when the person changes the mappings', () => {
    const own = [{ fromParameterExpression: 'Fixed', toParameterPath: 'body.input.title' }];
    const leaveOut = '${ifEqual($Item.ID, "{answer.warehouse}", "Left out.")}';
    const workflows = pair.workflows.map((one) => ({ ...one, addMappings: { ...one.addMappings, 'match.leaveOut': leaveOut } }));
    const answers = { setup: { answers: { warehouse: 'W 1' }, mappings: { products: own } } };
    const [planned] = planWorkflows({ ...pair, workflows }, buildAnsweredWizard(pair, answers), facts);
    expect(planned?.integration?.operations.Target.mappings).toEqual([
      ...own,
      { fromParameterExpression: '${ifEqual($Item.ID, "W 1", "Left out.")}', toParameterPath: 'match.leaveOut' },
    ]);
  });
});

test('CPB-18: each price level gets a workflow with its price book', () => {
  const wizard = buildAnsweredWizard(prices, { setup: { priceMapping: { l1: 'b1', l2: 'b2', l3: null } } });
  const planned = planWorkflows(prices, wizard, { ...facts, levelNames: new Map([['l1', 'Retail']]) });
  expect(planned.map(({ id, name }) => [id, name])).toEqual([
    ['prices:l1', 'Prices (Retail)'],
    ['prices:l2', 'Prices (l2)'],
  ]);
  expect(planned[1]?.integration?.operations).toMatchObject({
    Source: { customFormData: { priceLevelId: 'l2' } },
    Target: { customFormData: { book: 'b2' } },
  });
});

test('CPB-18: one changed mapping serves all price levels, each with its own ids, also in records that the prices refer to', () => {
  const mapping = (fromParameterExpression: string, toParameterPath: string) => ({ fromParameterExpression, toParameterPath });
  const changed = [
    mapping('{priceBookId}', 'body.Pricebook2Id'),
    mapping('${ifEqual($Item.level, "{priceLevelId}", $Item.price)}', 'body.UnitPrice'),
  ];
  const dependents = [{ from: 'Items', to: 'Products', mappings: [mapping('{priceLevelId}', 'body.Level')], addMappings: {} }];
  const definition = { ...prices, workflows: prices.workflows.map((one) => ({ ...one, dependents })) };
  const wizard = buildAnsweredWizard(definition, { setup: { priceMapping: { l1: 'b1', 'l"2': '$b2' }, mappings: { prices: changed } } });
  const targets = planWorkflows(definition, wizard, facts).map(({ integration }) => integration?.operations.Target);
  expect(targets.map((target) => target?.mappings.map(({ fromParameterExpression }) => fromParameterExpression))).toEqual([
    ['b1', '${ifEqual($Item.level, "l1", $Item.price)}'],
    ['${"$b2"}', '${ifEqual($Item.level, "l\\"2", $Item.price)}'],
  ]);
  expect(targets.map((target) => target?.dependentMappings?.Products?.mappings)).toEqual([
    [mapping('l1', 'body.Level')],
    [mapping('l"2', 'body.Level')],
  ]);
});

describe('workflows of an integration application', () => {
  const flow: StepAnswers = {
    integrationFlowDirectionType: 'SourceToTarget',
    flowEntitiesToSync: { source: 'Products', target: 'Products' },
    integrationFlowAdditionalData: { place: 'here' },
    targetEntityExternalIdFields: ['body.note'],
  };

  test('one per step, with the additional data as parameters of its side', () => {
    const [planned] = planWorkflows(application, buildAnsweredWizard(application, { 'flow-1': flow }), facts);
    expect(planned).toMatchObject({
      id: 'flow-1',
      integration: {
        targetExternalIdFields: ['body.note'],
        operations: { Source: { customFormData: {} }, Target: { entityType: 'Products', customFormData: { place: 'here' } } },
      },
    });
  });

  test('use the mappings that the fields suggest if none are known', () => {
    const unknown = { ...flow, flowEntitiesToSync: { source: 'Gifts', target: 'Gifts' } };
    const suggested = new Map([['flow-1', [{ fromParameterExpression: '$Item.a', toParameterPath: 'body.a' }]]]);
    const [planned] = planWorkflows(application, buildAnsweredWizard(application, { 'flow-1': unknown }), { ...facts, suggested });
    expect(planned?.integration?.operations.Target.mappings).toEqual(suggested.get('flow-1'));
  });
});

test('PB-45: a workflow template is filled with the connectors and the remaining values', () => {
  const definition = { ...pair, workflows: [], workflowTemplateIds: ['generic'] };
  const step = { stepId: 'tell', type: 'ConnectorOperation' as const, connectorTypeId: 'type-1', operationId: 'old' };
  const integrations = [
    {
      stepId: 'tell',
      connectorId: null,
      operationId: 'new',
      parameterMappings: [{ fromParameterExpression: 'x', toParameterPath: 'body.a' }],
    },
  ];
  const wizard = buildAnsweredWizard(definition, { 'workflow-generic': { stepIntegrations: integrations } });
  const workflowTemplates = new Map([['generic', { name: 'Tell', description: null, steps: [step] }]]);
  const [planned] = planWorkflows(definition, wizard, { ...facts, workflowTemplates });
  expect(planned).toMatchObject({ id: 'generic', integration: null });
  expect(planned?.steps).toEqual([
    { ...step, connectorId: 'c1', operationId: 'new', requestParameterMappings: integrations[0]?.parameterMappings },
  ]);
});
