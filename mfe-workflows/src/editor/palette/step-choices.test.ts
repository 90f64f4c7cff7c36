import { describe, expect, test } from 'vitest';
import { findOperations } from './operation-choices.ts';
import { dialogChoices, findStepChoices, hasWords, paletteChoices, showsPalette } from './step-choices.ts';
import { withBaseUrl } from './step-sources.ts';

const labels = (choices: readonly { label: string }[]) => choices.map(({ label }) => label);

describe('the steps that can be added', () => {
  test('dashboard steps are offered while impersonating only (EDIT-17, EDIT-18)', () => {
    expect(labels(paletteChoices(false))).toEqual([
      'JavaScript',
      'Branch',
      'Loop',
      'HTTP Request',
      'Data Storage',
      'End Step',
      'Delay Step',
      'Sync Step',
      'Get Data Step',
      // Additions to the specification's list.
      'Call Workflow',
      'Wait for Approval',
    ]);
    expect(labels(paletteChoices(true)).slice(-2)).toEqual(['Dashboard Step', 'Dashboard Item Step']);
  });

  test('the dialog has its own labels and order (EDIT-37)', () => {
    expect(labels(dialogChoices)).toEqual([
      'JavaScript',
      'Branch',
      'Loop',
      'Data Storage',
      'Http Request',
      'End Step',
      'Delay Step',
      'Sync Step',
      // Additions to the specification's list.
      'Call Workflow',
      'Wait for Approval',
    ]);
  });

  test.each([
    ['filter', ['Branch', 'Loop']],
    ['e-mail', ['Wait for Approval']],
    ['email', ['Wait for Approval']],
    ['send email', []],
    ['set', ['Data Storage']],
    ['if', ['Branch']],
    ['merge', ['JavaScript']],
    ['join', ['JavaScript']],
    ['error', ['JavaScript']],
    ['duplicates', ['JavaScript', 'Data Storage']],
    ['loop over items', ['Loop']],
    ['split out', ['Branch', 'Loop']],
    ['static data', ['Data Storage']],
    ['key value', ['Data Storage']],
    ['subworkflow', ['Call Workflow']],
    ['retry', ['Http Request']],
    ['code', ['JavaScript']],
    ['api', ['Http Request']],
    ['respond', ['End Step']],
    ['wait', ['Wait for Approval', 'Delay Step']],
    ['for each', ['Loop']],
    ['delay', ['Delay Step']],
    ['nothing like that', []],
  ])('"%s" finds %j', (filter, found) => {
    expect(labels(findStepChoices(filter, []))).toEqual(found);
  });

  test('recently used steps come first', () => {
    expect(labels(findStepChoices('', ['EndStep', 'Loop'])).slice(0, 4)).toEqual(['End Step', 'Loop', 'JavaScript', 'Branch']);
  });

  test('operations are found by their own words, together with their connector’s name', () => {
    const operation = (id: string, name: string) => ({
      connector: { id: 'c', name: 'Shopify', connectorTypeId: 't', createdAt: '2026-01-01T00:00:00Z', hasCustomParameters: false },
      operation: { id, name, resourceId: 'r', supportsPaging: false },
    });
    const offered = [operation('POST /orders.json', 'Create'), operation('GET /orders', 'List orders'), operation('GET /products', 'List')];
    const found = (filter: string) => findOperations(offered, filter).map(({ operation: { id } }) => id);
    expect(found('orders')).toEqual(['GET /orders', 'POST /orders.json']);
    expect(found('shopify list')).toEqual(['GET /orders', 'GET /products']);
    expect(found('shopify')).toEqual([]);
    expect(found('orders stripe')).toEqual([]);
  });

  test('the palette is hidden if nothing can be changed, and in integrations (EDIT-16)', () => {
    expect(showsPalette(false, [{ stepId: 'a', type: 'EndStep' }])).toBe(true);
    expect(showsPalette(true, [{ stepId: 'a', type: 'EndStep' }])).toBe(false);
    expect(showsPalette(false, [{ stepId: 'a', type: 'IntegrationStep' }])).toBe(false);
  });

  test('connector types without a base URL are left out (EDIT-80)', () => {
    const types = [
      { id: '1', name: 'Shopify', baseUrl: 'https://shopify.example' },
      { id: '2', name: 'Nothing' },
      { id: '3', name: 'Null', baseUrl: null },
      { id: '4', name: 'Blank', baseUrl: ' ' },
      { id: '5', name: 'Salesforce', baseUrl: null, isAddressOfConnector: true },
    ];
    expect(withBaseUrl(types).map(({ name }) => name)).toEqual(['Shopify', 'Salesforce']);
  });

  test.each([
    ['', 'Http Request', true],
    [' http ', 'Http Request', true],
    ['req HTTP', 'Http Request', true],
    ['http x', 'Http Request', false],
  ])('the filter "%s" over "%s": %s', (filter, name, isShown) => {
    expect(hasWords(name, filter)).toBe(isShown);
  });
});
