import type { IntegrationDefinition, IntegrationField, SchemaNode } from '@portage/connectors/schema';
import { evaluateExpression, type SyncStep, type TriggerStep, type WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { readJsonField, writeJsonField } from '../integration/field-value.ts';
import { withConnector, withMaxItems, withOperation, withPaging } from './connector/operation-changes.ts';
import { latestOfType, withSetChoice } from './connector-choice/connector-choices.ts';
import { canSkipProductsCreate, sourceTypes, targetTypes } from './data/sync-connector-types.ts';
import { withSourceType, withSyncType } from './data/sync-form.tsx';
import { readNumber } from './fields/number-text-field.tsx';
import { describeAttempts } from './fields/retry-options.tsx';
import type { FormStep } from './fields/step-form.ts';
import { readHeaders, writeHeaders } from './http/headers-text.ts';
import { IntegrationFieldInput } from './integration/integration-field.tsx';
import { requiredFieldProblems } from './integration/integration-form.tsx';
import { isLiteral, literalText } from './parameters/literal-text.ts';
import { schemaProblems } from './parameters/schema-problems.ts';
import { previewSchedule } from './schedule/schedule-preview.ts';
import { rebuilt } from './trigger-form.tsx';

describe('typed numbers', () => {
  test.each<[string, object]>([
    ['5', { value: 5 }],
    [' 1.5 ', { value: 1.5 }],
    ['-3', { value: -3 }],
    ['1e3', { value: 1000 }],
    ['', { message: 'Please input Delay' }],
    ['abc', { message: 'Please enter a number' }],
    ['1,5', { message: 'Please enter a number' }],
    ['Infinity', { message: 'Please enter a number' }],
    ['0x10', { message: 'Please enter a number' }],
  ])('%j', (text, read) => {
    expect(readNumber(text, 'Delay')).toEqual(read);
  });

  test('an empty field is null if it isn’t required', () => {
    expect(readNumber('', undefined)).toEqual({ value: null });
  });
});

test.each([
  [{}, 'Up to 3 attempts, with pauses of about 1.0 s and 3.0 s.'],
  [{ retryAttempts: 2, retryPauseSeconds: 30 }, 'Up to 2 attempts, 30 s apart.'],
  [{ retryGrowth: 'Fixed', retryPauseSeconds: 10 }, 'Up to 3 attempts, 10 s apart.'],
  [
    { retryAttempts: 10, retryPauseSeconds: 600, retryGrowth: 'Doubling' },
    'Up to 10 attempts, with pauses of about 10 min, 20 min, 40 min, … and 1 h.',
  ],
  [{ retryAttempts: 50 }, ''],
] as const)('retries %j are described as “%s”', (options, words) => {
  expect(describeAttempts({ useRetry: true, ...options })).toBe(words);
});

describe('the trigger', () => {
  test('keeps its name and position when its type changes, and drops the old type’s values (STEP-23, STEP-28)', () => {
    const step: FormStep<TriggerStep> = {
      stepId: 'start',
      clientId: 'a',
      type: 'Trigger',
      triggerType: 'Webhook',
      description: 'd',
      nextStepId: 'next',
      payloadSampleJson: '{}',
      eventId: 'e',
      connectorId: 'c',
      notes: [{ text: 'Stands freely' }],
    };
    const notes = [{ text: 'Stands freely' }];
    const common = { stepId: 'start', clientId: 'a', type: 'Trigger', description: 'd', nextStepId: 'next', notes };
    expect(rebuilt(step, 'Manual', new Date(0), 'Europe/Berlin')).toEqual({ ...common, triggerType: 'Manual' });
    expect(rebuilt(step, 'Scheduled', new Date(0), 'Europe/Berlin')).toEqual({
      ...common,
      triggerType: 'Scheduled',
      schedule: { startAt: '1970-01-01T00:00:00.000Z', frequency: 1, period: 'OneTime', timeZone: 'Europe/Berlin' },
    });
  });

  test('shows five starts of a schedule, one of a single time, even if past, and none of an invalid schedule', () => {
    const now = Date.parse('2026-11-21T08:00:00Z');
    const daily = previewSchedule({ period: 'Day', startAt: '2026-01-01T09:00', timeZone: 'Europe/Berlin' }, now);
    expect(daily.kind === 'fires' && daily.fires.map((fire) => new Date(fire).toISOString())).toEqual([
      '2026-11-21T08:00:00.000Z',
      '2026-11-22T08:00:00.000Z',
      '2026-11-23T08:00:00.000Z',
      '2026-11-24T08:00:00.000Z',
      '2026-11-25T08:00:00.000Z',
    ]);
    expect(previewSchedule({ period: 'OneTime', startAt: '2026-11-21T07:00:00Z' }, now)).toEqual({
      kind: 'fires',
      fires: [now - 3_600_000],
      isOverdue: true,
    });
    expect(previewSchedule({ period: 'Day', frequency: 0 }, now)).toEqual({ kind: 'faulty' });
  });
});

describe('headers as JSON (STEP-70, STEP-71)', () => {
  test.each([
    ['{"a": "b", "n": 5, "t": true}', { headers: { a: 'b', n: '5', t: 'true' } }],
    [' ', { headers: {} }],
    ['{', { message: 'This is not valid JSON' }],
    ['null', { message: 'Headers must be a JSON object' }],
    ['{"a": null}', { message: 'The header a must be text' }],
  ])('%j', (text, read) => {
    expect(readHeaders(text)).toEqual(read);
  });

  test('are read back as they were written', () => {
    expect(readHeaders(writeHeaders({ a: '$Data.x' }))).toEqual({ headers: { a: '$Data.x' } });
    expect(writeHeaders(null)).toBe('{}');
  });
});

describe('connectors', () => {
  test('the latest of a type is the default (STEP-29); a stored one stays visible', () => {
    const connector = (id: string, connectorTypeId: string, createdAt: string) => ({
      id,
      name: id,
      connectorTypeId,
      createdAt,
      hasCustomParameters: false,
    });
    const all = [connector('a', 't', '2026-01-01'), connector('b', 't', '2026-03-01'), connector('c', 'u', '2026-09-01')];
    expect(latestOfType(all, 't')?.id).toBe('b');
    expect(latestOfType(all, 'none')).toBeUndefined();
    expect(withSetChoice([{ value: 'a', label: 'A' }], 'gone', 'Unknown connector')).toContainEqual({
      value: 'gone',
      label: 'Unknown connector',
    });
    expect(withSetChoice([{ value: 'a', label: 'A' }], 'a', 'x')).toHaveLength(1);
  });

  test.each(['open', 'US$ 5', '$USD', 'Steps["a"]', '${x}', 'a "quoted" $b', true, 5])(
    'the fixed value %j stays the same as an expression',
    (value) => {
      const text = literalText(value);
      expect(isLiteral(text)).toBe(true);
      const scope = { steps: {}, data: {}, consts: {}, now: () => new Date(0) };
      expect(String(evaluateExpression(text, scope))).toBe(String(value));
      expect(isLiteral('$Data.x')).toBe(false);
    },
  );

  const steps: WorkflowStep[] = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'op' },
    {
      stepId: 'op',
      type: 'ConnectorOperation',
      connectorId: 'c',
      operationId: 'old',
      script: 'return 1',
      requestParametersSourceType: 'Script',
      requestParameterMappings: [{ toParameterPath: 'query.a', fromParameterExpression: '1' }],
      overrideGraphQlQuery: true,
      graphQlQuery: '{ a }',
      continueOnFailure: true,
      nextStepId: 'end',
    },
    { stepId: 'end', type: 'EndStep' },
  ];
  const makeId = () => 'new-id';
  const list = { id: 'GET /x', name: 'List', resourceId: 'x', supportsPaging: true };

  test('another connector or operation starts over, and keeps the step’s own settings (STEP-42, STEP-43)', () => {
    const [, changed] = withConnector(steps, 'op', 'd', 'type', makeId);
    expect(changed).toMatchObject({
      connectorId: 'd',
      connectorTypeId: 'type',
      operationId: null,
      script: null,
      requestParametersSourceType: 'Mappings',
      requestParameterMappings: [],
      overrideGraphQlQuery: false,
      graphQlQuery: null,
      continueOnFailure: true,
      nextStepId: 'end',
    });
  });

  test('a paged operation adds its loop with the same limit; without paging the loop is removed (STEP-47..49)', () => {
    const paged = withOperation(steps, 'op', list, makeId);
    expect(paged.map(({ stepId }) => stepId)).toEqual(['start', 'op', 'Loop for op', 'end']);
    const limited = withMaxItems(paged, 'op', 77);
    expect(limited.slice(1, 3)).toMatchObject([{ pagedItemsLimit: 77 }, { pagedItemsLimit: 77 }]);
    expect(withPaging(limited, 'op', false, makeId).map(({ stepId }) => stepId)).toEqual(['start', 'op', 'end']);
    expect(withOperation(limited, 'op', { ...list, id: 'POST /x', supportsPaging: false }, makeId)).toHaveLength(3);
  });

  test('reports what only the form knows to be missing: the resource, required mappings', () => {
    const id: SchemaNode = { name: 'id', label: 'Id', type: 'String', isRequired: true };
    const path: SchemaNode = { name: 'path', label: null, type: 'Object', isRequired: true, properties: [id] };
    const root: SchemaNode = { name: '', label: null, type: 'Object', isRequired: true, properties: [path] };
    expect([...schemaProblems(true, root, [])]).toEqual([
      ['resourceId', 'Please input Resource'],
      ['mapping:path.id', 'Please enter Id'],
    ]);
    expect(schemaProblems(false, undefined, []).size).toBe(0);
  });
});

describe('sync steps', () => {
  const types = ['Mindbody', 'Shopify', 'NetSuite', 'Salesforce', 'QuickBooks Online', 'Zoom'].map((name) => ({ id: name, name }));
  const names = (list: { name: string }[]) => list.map(({ name }) => name);

  test.each(['Products', 'Inventory'] as const)(
    'STEP-86, STEP-89: %s go from Mindbody to Shopify, and only products can skip creation',
    (syncType) => {
      expect(names(sourceTypes(syncType, types))).toEqual(['Mindbody']);
      expect(names(targetTypes(syncType, types, 'Mindbody'))).toEqual(['Shopify']);
      expect(targetTypes(syncType, types, null)).toEqual([]);
      expect(canSkipProductsCreate(syncType, types, 'Mindbody')).toBe(syncType === 'Products');
      expect(canSkipProductsCreate(syncType, types, 'Shopify')).toBe(false);
    },
  );

  test('STEP-87: an integration application has two sources and four targets', () => {
    expect(names(sourceTypes('IntegrationApplication', types))).toEqual(['NetSuite', 'Salesforce']);
    expect(names(targetTypes('IntegrationApplication', types, null))).toEqual(['Shopify', 'NetSuite', 'Salesforce', 'QuickBooks Online']);
    expect(canSkipProductsCreate('IntegrationApplication', types, 'NetSuite')).toBe(false);
  });

  const shop: FormStep<SyncStep> = {
    stepId: 's',
    clientId: 'a',
    type: 'SyncStep',
    syncType: 'Products',
    sourceConnectorTypeId: 'Mindbody',
    sourceConnectorId: 'studio',
    targetConnectorTypeId: 'Shopify',
    targetConnectorId: 'shop',
    customOptions: { SkipProductsCreate: true },
    sourceConnectorTypeRequestParameterMappings: [{ toParameterPath: 'a', fromParameterExpression: '1' }],
  };

  test('another sync type keeps the systems and connectors that it also accepts; parameters and product options are dropped (STEP-89)', () => {
    expect(withSyncType(shop, 'Inventory', types)).toMatchObject({
      syncType: 'Inventory',
      ...{ sourceConnectorTypeId: 'Mindbody', sourceConnectorId: 'studio', targetConnectorTypeId: 'Shopify', targetConnectorId: 'shop' },
      ...{ customOptions: null, sourceConnectorTypeRequestParameterMappings: [] },
    });
  });

  test('another sync type drops the systems that it doesn’t accept', () => {
    expect(withSyncType(shop, 'IntegrationApplication', types)).toMatchObject({
      ...{ sourceConnectorTypeId: null, sourceConnectorId: null, targetConnectorTypeId: 'Shopify', targetConnectorId: 'shop' },
    });
    const fromErp = withSourceType(withSyncType(shop, 'IntegrationApplication', types), 'NetSuite', types);
    expect(fromErp).toMatchObject({ sourceConnectorTypeId: 'NetSuite', targetConnectorTypeId: 'Shopify', targetConnectorId: 'shop' });
    const erp = { ...shop, syncType: 'IntegrationApplication' as const, sourceConnectorTypeId: 'NetSuite' };
    expect(withSyncType(erp, 'Products', types)).toMatchObject({
      ...{ sourceConnectorTypeId: null, sourceConnectorId: null, targetConnectorTypeId: null, targetConnectorId: null },
    });
  });
});

describe('fields of integration steps', () => {
  test('an unknown type throws (STEP-110)', () => {
    const definition = { name: 'when', displayName: 'When', type: 'date', isRequired: false } as unknown as IntegrationField;
    const props = { definition, clientId: 'a', stepId: 'i', value: undefined, onChange: () => undefined, isReadOnly: false };
    expect(() => IntegrationFieldInput({ ...props, errorMessage: undefined })).toThrow('Unknown custom additional field type "date"');
  });

  test('STEP-105: JSON is stored as its value, other text as text', () => {
    for (const text of ['{"a":1}', '[1]', '5', 'true']) expect(readJsonField(text)).toEqual(JSON.parse(text));
    expect(readJsonField('{"a":')).toBe('{"a":');
    expect(writeJsonField('{"a":')).toBe('{"a":');
    expect(writeJsonField({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(writeJsonField(null)).toBe('');
  });

  test('STEP-104: only required fields are reported, by display name; zero and false are values', () => {
    const definition: IntegrationDefinition = {
      implementationType: 'x',
      displayName: 'X',
      fields: [
        { name: 'a', displayName: 'Alpha', type: 'string', isRequired: true },
        { name: 'n', displayName: 'Count', type: 'integer', isRequired: true },
        { name: 'b', displayName: 'Flag', type: 'boolean', isRequired: true },
        { name: 'o', displayName: 'Other', type: 'string', isRequired: false },
      ],
    };
    expect([...requiredFieldProblems(definition, { a: ' ' })]).toEqual([
      ['fieldsData.a', 'Please input Alpha'],
      ['fieldsData.n', 'Please input Count'],
    ]);
    expect(requiredFieldProblems(definition, { a: 'x', n: 0 }).size).toBe(0);
  });
});
