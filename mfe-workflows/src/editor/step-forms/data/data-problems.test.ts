import { expect, test } from 'vitest';
import { dataProblems } from './data-problems.ts';

const root = { name: 'root', type: 'Object' as const, properties: [] };
const operations = [{ dataType: 'Contacts', operationId: 'POST /graphql.json#customers', requestSchema: root as never }];

test('a type of data that the system doesn’t offer is a problem of its field, once the system is known', () => {
  const problems = (type: 'GetDataStep' | 'DashboardStep', dataType: string, known: typeof operations | undefined) => [
    ...dataProblems(type, dataType, known, []),
  ];
  expect(problems('GetDataStep', 'Customers', operations)).toEqual([
    ['getDataDataType', 'The connector provides no Customers: select another type of data'],
  ]);
  expect(problems('GetDataStep', 'Contacts', operations)).toEqual([]);
  expect(problems('GetDataStep', 'Customers', undefined)).toEqual([]);
  // This doesn't apply to entities, which a dashboard accepts.
  expect(problems('DashboardStep', 'Customers', operations)).toEqual([]);
});
