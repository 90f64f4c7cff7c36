import { describe, expect, test } from 'vitest';
import { flowsOfIntegration, type IntegrationSide } from './flows-of-integration.ts';

const side = (connectorId: string, currency: unknown): IntegrationSide => ({
  ...{ connectorTypeId: 'type', connectorId, entityType: 'Products' },
  mappings: [{ fromParameterExpression: '$Item.price', toParameterPath: 'body.price.amount' }],
  customFormData: { currency, other: 'x' },
});

function currenciesOf(source: unknown, target: unknown, directionType: 'SourceToTarget' | 'TargetToSource' = 'SourceToTarget') {
  const made = flowsOfIntegration({
    ...{ directionType, conflictRule: 'SourceWins', carriesDeletions: false, targetExternalIdFields: [] },
    operations: { Source: side('source', source), Target: side('target', target) },
  });
  return made.ok ? made.flows.map((flow) => [flow.source.parameters.currency, flow.target.parameters.currency]) : made.problem;
}

describe('amounts are written in the currency in which they are read', () => {
  test.each([
    ['the side that is read chose none', '', 'EUR', 'EUR', 'EUR'],
    ['the side that is written chose none', 'EUR', undefined, 'EUR', 'EUR'],
    ['both chose the same', 'EUR', ' eur ', 'EUR', ' eur '],
  ])('if %s', (_, source, target, read, written) => {
    expect(currenciesOf(source, target)).toEqual([[read, written]]);
  });

  test('or not at all, if the sides chose different ones', () => {
    expect(currenciesOf('USD', 'EUR')).toBe(
      'Amounts are read in USD and would be written as EUR. Choose the same currency for both systems.',
    );
    expect(currenciesOf('USD', 'EUR', 'TargetToSource')).toContain('read in EUR and would be written as USD');
  });

  test('a system’s own id of a currency isn’t compared, and stays', () => {
    expect(currenciesOf('1', undefined)).toEqual([['1', undefined]]);
    expect(currenciesOf('1', 'EUR')).toEqual([['1', 'EUR']]);
  });
});
