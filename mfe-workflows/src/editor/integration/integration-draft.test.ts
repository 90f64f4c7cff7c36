import type { MappingField } from '@portage/mapping-editor';
import { describe, expect, test } from 'vitest';
import type { Integration } from '../../api-types.ts';
import {
  buildRequestBody,
  createDraft,
  dependentFields,
  draftProblems,
  fieldsToMap,
  getSides,
  type IntegrationDraft,
  mapsOtherwise,
  withDirection,
  withSide,
} from './integration-draft.ts';

const mapping = { fromParameterExpression: '$Item.Name', toParameterPath: 'body.title' };
const side = { connectorTypeId: 'type', connectorId: 'connector', entityType: 'Products', mappings: [], operationId: null };
const integration: Integration = {
  id: 'i',
  workflowId: 'w',
  integrationType: 'Integration',
  directionType: 'SourceToTarget',
  lastSyncDate: '2026-01-01T00:00:00.000Z',
  operations: {
    Source: { ...side, customFormData: { site: -99 } },
    Target: {
      ...side,
      connectorId: 'other',
      mappings: [mapping],
      dependentMappings: { Customers: { sourceEntityType: 'Contacts', mappings: [mapping], link: null } },
    },
  },
  conflictRule: 'NewerWins',
  carriesDeletions: true,
  targetExternalIdFields: ['body.code'],
  createdAt: '',
  lastUpdatedAt: '',
};
const titles = new Map([['body.title', 'Title']]);
const noQuestions = { isDateRequired: true, parameters: { Source: [], Target: [] }, missing: [], titles };

test('a changed mapping, rule for empty values or dependent writes earlier records differently; other settings don’t', () => {
  const draft = createDraft(integration);
  const withRule = { ...draft, mappings: [{ ...mapping, whenEmpty: 'Clear' as const }] };
  expect(mapsOtherwise(draft, withRule)).toBe(true);
  expect(mapsOtherwise(draft, { ...draft, dependents: {} })).toBe(true);
  expect(mapsOtherwise(draft, { ...draft, conflictRule: 'Ask', lastSyncDate: null })).toBe(false);
  expect(buildRequestBody(withRule).operations.Target.mappings).toEqual([{ ...mapping, whenEmpty: 'Clear' }]);
});

test('a default for empty values that isn’t written yet can’t be saved, neither in the main mapping nor in one of dependents', () => {
  const empty = { ...mapping, whenEmpty: 'Default' as const, defaultValue: ' ' };
  const draft = createDraft(integration);
  const dependents = Object.fromEntries(Object.entries(draft.dependents).map(([name, one]) => [name, { ...one, mappings: [empty] }]));
  for (const wrong of [
    { ...draft, mappings: [empty] },
    { ...draft, dependents },
  ]) {
    expect([...draftProblems(wrong, noQuestions).values()]).toEqual([
      'Write the default value, or choose what else happens when the source is empty: Title',
    ]);
  }
  expect(draftProblems({ ...draft, mappings: [{ ...empty, defaultValue: 'n/a' }] }, noQuestions).size).toBe(0);
});

describe('the settings of an integration', () => {
  test('are the same after a save as when they were read', () => {
    const body = buildRequestBody(createDraft(integration));
    expect(body.operations.Source).toMatchObject({ connectorId: 'connector', mappings: [], customFormData: { site: -99 } });
    expect(body.operations.Target).toMatchObject({
      connectorId: 'other',
      mappings: [mapping],
      dependentMappings: { Customers: { sourceEntityType: 'Contacts', mappings: [mapping], link: null } },
    });
    expect(body).toMatchObject({ conflictRule: 'NewerWins', carriesDeletions: true, targetExternalIdFields: ['body.code'] });
  });

  test('keep the mappings with the target system, whichever it is', () => {
    const back = createDraft({ ...integration, directionType: 'TargetToSource' });
    expect(getSides(back.direction)).toEqual({ from: 'Target', to: 'Source' });
    // Stored with the target before the direction was taken into account.
    expect(back.mappings).toEqual([mapping]);
    expect(buildRequestBody(back).operations.Source.mappings).toEqual([mapping]);
    expect(buildRequestBody(back).operations.Target.mappings).toEqual([]);
  });

  test('INT-10: drop mappings without an expression', () => {
    const draft = {
      ...createDraft(integration),
      mappings: [mapping, { ...mapping, fromParameterExpression: ' ', toParameterPath: 'body.x' }],
    };
    expect(buildRequestBody(draft).operations.Target.mappings).toEqual([mapping]);
  });

  test('start without mappings for another record type or direction, and keep them for another connector of the same system', () => {
    const draft = createDraft(integration);
    expect(withSide(draft, 'Target', { connectorId: 'third', connectorTypeId: 'type' }).mappings).toEqual([mapping]);
    expect(withSide(draft, 'Target', { entityType: 'Orders' })).toMatchObject({ mappings: [], dependents: {}, targetExternalIdFields: [] });
    expect(withSide(draft, 'Source', { connectorId: 'x', connectorTypeId: 'another' })).toMatchObject({
      mappings: [],
      Source: { entityType: null, customFormData: {} },
    });
    expect(withDirection(draft, 'TargetToSource').mappings).toEqual([]);
    expect(withDirection(draft, 'SourceToTarget')).toBe(draft);
  });

  test('INT-08, INT-09: say what is missing before they can be saved', () => {
    expect([...draftProblems(createDraft(null), noQuestions)]).toEqual([
      ['lastSyncDate', 'Please fill the Last Sync Date'],
      ['Source.connectorId', 'Please input Source Connector'],
      ['Target.connectorId', 'Please input Target Connector'],
    ]);
    expect([...draftProblems({ ...createDraft(integration), mappings: [] }, noQuestions).values()]).toEqual(['Map at least one field.']);
    const questions = {
      ...noQuestions,
      parameters: { Source: [{ name: 'location', title: 'Location', isRequired: true }], Target: [] },
      missing: [
        { entity: 'Products', titles: ['Title', 'Vendor'] },
        { entity: 'Customers', titles: [] },
      ],
    };
    expect([...draftProblems(createDraft(integration), questions).values()]).toEqual([
      'Please input Location',
      'Required fields of Products are not mapped: Title, Vendor',
    ]);
    expect(draftProblems(createDraft(integration), noQuestions).size).toBe(0);
  });

  test('need no date if they were saved without one, as a playbook’s are', () => {
    const draft = createDraft({ ...integration, lastSyncDate: null });
    expect([...draftProblems(draft, noQuestions).keys()]).toEqual(['lastSyncDate']);
    expect(draftProblems(draft, { ...noQuestions, isDateRequired: false }).size).toBe(0);
  });

  test('need no mapping for a field that a link or the record’s id fills, unless a mapping names it', () => {
    const field = (path: string) => ({ path, isRequired: true }) as MappingField;
    const targets = ['body.title', 'body.customerId', 'body.lines[].itemId', 'body.code'].map(field);
    const link = (toParameterPath: string) => ({ fromParameterExpression: '$Item.id', toParameterPath });
    const dependent = { sourceEntityType: 'Contacts', mappings: [], link: link('body.customerId') };
    const draft = {
      ...createDraft(integration),
      dependents: { Customers: dependent, Items: { ...dependent, link: link('body.lines[].itemId') } },
    };
    const left = (changes: Partial<IntegrationDraft> = {}) => fieldsToMap(targets, { ...draft, ...changes }).map(({ path }) => path);
    expect(left()).toEqual(['body.title']);
    expect(left({ mappings: [mapping, link('body.code'), link('body.customerId')] })).toEqual([
      'body.title',
      'body.customerId',
      'body.code',
    ]);
    const unfinished = { ...dependent, link: { ...link('body.customerId'), fromParameterExpression: ' ' } };
    expect(left({ dependents: { Customers: unfinished } })).toEqual(['body.title', 'body.customerId', 'body.lines[].itemId']);
  });

  test('require nothing of a dependent without mappings; with one, they require what the target does', () => {
    const targets = [{ path: 'body.name', isRequired: true } as MappingField];
    const dependent = { sourceEntityType: 'Contacts', mappings: [], link: null };
    expect(dependentFields(targets, dependent)).toEqual([{ path: 'body.name', isRequired: false }]);
    expect(dependentFields(targets, { ...dependent, mappings: [mapping] })).toBe(targets);
  });
});
