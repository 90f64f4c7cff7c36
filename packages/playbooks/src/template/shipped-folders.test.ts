import { expect, test } from 'vitest';
import { documentedPair } from '../../testing/build-documented-pair.ts';
import { readShipped, shippedIds } from '../../tools/read-shipped.ts';
import { loadSystems, unknownSystems } from '../../tools/system-documents.ts';
import { checkSystems } from './check-systems.ts';
import { readTemplate } from './read-template.ts';

test.each(shippedIds())('the template of shipped/%s is valid, and its systems have what it names', async (id) => {
  const { definition } = readShipped(id);
  expect(definition.name).not.toBe('');
  expect([...unknownSystems(definition), ...(await checkSystems(definition, loadSystems(definition)))]).toEqual([]);
});

/** The problems of the documented example with one text replaced. */
async function findFlaws(text: string, by: string): Promise<string[]> {
  expect(documentedPair()).toContain(text);
  const read = readTemplate(documentedPair().replace(text, by));
  const problems = read.ok
    ? [...unknownSystems(read.definition), ...(await checkSystems(read.definition, loadSystems(read.definition)))]
    : read.problems;
  return problems.map(({ path }) => path);
}

test.each([
  ['an entity', 'entity: Customers', 'entity: Customer', 'workflows[0].from.entity'],
  ['a target field', 'body.FirstName', 'body.GivenNameOfPerson', 'workflows[0].mappings[0]'],
  ['a path that is none', 'body.FirstName', 'FirstName', 'workflows[0].mappings["FirstName"]'],
  ['an operation', '"GET /services/data/v62.0/query#Account"', '"GET /nowhere"', 'setup.questions[0].lookup.operation'],
  ['an idPath', 'idPath: Id', 'idPath: Identifier', 'setup.questions[0].lookup.idPath'],
  ['an itemsPath', 'itemsPath: records', 'itemsPath: rows', 'setup.questions[0].lookup.itemsPath'],
  ['a namePath', 'namePath: Name', 'namePath: Called', 'setup.questions[0].lookup.namePath'],
  [
    'an expression that cannot be parsed',
    '$Item.firstName }',
    '"${firstFilled($Item.firstName" }',
    'workflows[0].mappings["body.FirstName"]',
  ],
  ['a connector type', 'connectorTypeId: system-shopify\n', 'connectorTypeId: system-shopfy\n', 'connectors[0].connectorTypeId'],
  ['another connector type', '[system-shopify-custom-app]', '[system-shopify-custom]', 'connectors[0].connectorTypeId'],
  ['an answer to an entity', 'entity: Contacts }', 'entity: Contacts, parameters: { list: "7" } }', 'workflows[0].to.parameters.list'],
  [
    'a value of a look-up',
    'itemsPath: records,',
    'parameters: { query.soql: x }, itemsPath: records,',
    'setup.questions[0].lookup.parameters["query.soql"]',
  ],
  ['a search', 'itemsPath: records,', 'searchParameter: query.find, itemsPath: records,', 'setup.questions[0].lookup.searchParameter'],
  ['an external id', '    addMappings:\n', '    externalIdFields: [body.Extern]\n    addMappings:\n', 'workflows[0].externalIdFields[0]'],
  ['a source field', '$Item.firstName }', '$Item.givenName }', 'workflows[0].mappings[0]'],
  ['an answer', '"{answer.leadSource}"', '"{answer.source}"', 'workflows[0].addMappings'],
])('%s that leads nowhere is reported with its path', async (_what, text, by, path) => {
  expect(await findFlaws(text, by)).toContain(path);
});
