import { describe, expect, test } from 'vitest';
import { readDefinition, readTemplate } from './read-template.ts';
import type { WrittenTemplate } from './template-definition.ts';

const connector = (key: string, connectorTypeId: string) => ({ key, connectorTypeId, stepName: key, text: 'Choose one.' });
const products = {
  ...{ id: 'products', name: 'Products', description: 'Products go over.' },
  ...{ from: { connector: 'mindbody', entity: 'Products' }, to: { connector: 'shopify', entity: 'Products' } },
};
const sound: WrittenTemplate = {
  name: 'Pair',
  description: 'A pair.',
  connectors: [connector('mindbody', 'system-mindbody'), connector('shopify', 'system-shopify')],
  workflows: [products],
  endPage: { title: 'Done', text: 'Done.' },
};
const question = { name: 'place', title: 'Place', kind: 'choice' as const, connector: 'shopify', lookup: { operation: 'GET /places' } };
const setup = (...questions: object[]) => ({ setup: { name: 'Setup', text: 'Say it.', questions } });

/** Problems of a template with some members changed, as `path: message`. */
function findFlaws(change: object): string[] {
  const read = readDefinition({ ...sound, ...change });
  return read.ok ? [] : read.problems.map(({ path, message }) => `${path}: ${message}`);
}

test('a valid template is parsed, with its defaults', () => {
  expect(readDefinition(sound)).toMatchObject({
    ok: true,
    definition: { integrationType: 'Default', workflows: [{ runsAfterFinish: true, conflictRule: 'SourceWins', dependents: [] }] },
  });
});

test('YAML that cannot be parsed reports where', () => {
  expect(readTemplate('name: [unclosed')).toMatchObject({ ok: false, problems: [{ path: '', message: expect.stringMatching(/line \d/) }] });
  expect(readTemplate('')).toMatchObject({ ok: false });
  expect(readTemplate('just a text')).toMatchObject({ ok: false });
});

test('HOSTILE 9: a text that cannot be stored is refused with its path', () => {
  expect(findFlaws({ name: 'a\u0000b', workflows: [{ ...products, description: 'half \ud83d' }] })).toEqual([
    'name: This text contains characters that cannot be stored.',
    'workflows[0].description: This text contains characters that cannot be stored.',
  ]);
  const from = { ...products.from, parameters: { 'a\u0000': 1 } };
  expect(findFlaws({ workflows: [{ ...products, from }] })).toEqual([
    'workflows[0].from.parameters: This text contains characters that cannot be stored.',
  ]);
});

test('HOSTILE: an alias bomb and deep nesting are refused at once', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}, *a${at}]`);
  const bomb = readTemplate(['a0: &a0 [x, x]', ...lines].join('\n'));
  expect(bomb).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining('50000 values') }] });
  expect(readTemplate(`${'['.repeat(500)}${']'.repeat(500)}`)).toMatchObject({ ok: false });
});

test('unknown and missing members are reported with their path', () => {
  expect(findFlaws({ colour: 'red' })).toEqual(['colour: There is no such member.']);
  expect(findFlaws({ workflows: [{ ...products, name: undefined }] })).toEqual(['workflows[0].name: This member is required.']);
  expect(findFlaws({ connectors: [] })[0]).toMatch(/^connectors: /);
});

describe('members that refer to each other', () => {
  test.each<[string, object, string]>([
    ['two connectors of one key', { connectors: [...sound.connectors, connector('shopify', 'x')] }, 'connectors[2].key'],
    [
      'a workflow of a connector that is not there',
      { workflows: [{ ...products, from: { connector: 'booker', entity: 'X' } }] },
      'workflows[0].from.connector',
    ],
    [
      'a workflow from a connector to itself',
      { workflows: [{ ...products, to: { connector: 'mindbody', entity: 'X' } }] },
      'workflows[0].to.connector',
    ],
    ['two workflows of one id', { workflows: [products, products] }, 'workflows[1].id'],
    [
      'a pair of entities without mappings',
      { workflows: [{ ...products, to: { connector: 'shopify', entity: 'Dragons' } }] },
      'workflows[0].mappings',
    ],
    ['an answer to no question', { workflows: [{ ...products, addMappings: { 'body.x': '{answer.place}' } }] }, 'workflows[0].addMappings'],
    ['a question to a connector that is not there', setup({ ...question, connector: 'booker' }), 'setup.questions[0].connector'],
    ['a choice without a look-up', setup({ ...question, lookup: undefined }), 'setup.questions[0].lookup'],
    ['two questions of one name', setup(question, question), 'setup.questions[1].name'],
    [
      'a question that needs its own answer',
      setup({ ...question, lookup: { operation: 'x', parameters: { a: '{answer.place}' } } }),
      'setup.questions[0].lookup',
    ],
    [
      'a mapping of a workflow that is not there',
      { setup: { name: 'S', text: 'S', showsMappingOf: ['orders'] } },
      'setup.showsMappingOf[0]',
    ],
    [
      'a price level without a price mapping',
      { workflows: [{ ...products, isForEachPriceLevel: true }] },
      'workflows[0].isForEachPriceLevel',
    ],
    ['a name of another step', { customPlaybookType: 'Connector' }, 'customPlaybookType'],
    ['nothing to make', { workflows: [] }, 'workflows'],
    ['an integration application without pairs', { integrationType: 'IntegrationApplication' }, 'applications'],
    [
      'one entity as two dependents',
      {
        workflows: [
          {
            ...products,
            dependents: [
              { from: 'A', to: 'B' },
              { from: 'C', to: 'B' },
            ],
          },
        ],
      },
      'workflows[0].dependents[1].to',
    ],
  ])('%s', (_, change, path) => {
    expect(findFlaws(change).map((flaw) => flaw.slice(0, flaw.indexOf(': ')))).toContain(path);
  });

  test('two questions that need each other can never be asked', () => {
    const needing = (name: string, other: string) => ({
      ...question,
      name,
      lookup: { operation: 'x', parameters: { a: `{answer.${other}}` } },
    });
    expect(findFlaws(setup(needing('one', 'two'), needing('two', 'one')))).toHaveLength(2);
  });

  test('pairs and fields of an integration application', () => {
    const pair = { sourceEntity: 'A', targetEntity: 'B', directions: ['SourceToTarget'] };
    const applications = (pairs: object[]) => ({ integrationType: 'IntegrationApplication', applications: { pairs } });
    expect(findFlaws(applications([pair]))).toEqual([]);
    expect(findFlaws(applications([pair, pair]))[0]).toMatch(/^applications\.pairs\[1\]: /);
    const custom = { name: 'x', title: 'X', type: 'custom', connector: 'booker' };
    expect(findFlaws(applications([{ ...pair, additionalFields: [custom] }])).map((flaw) => flaw.split(': ')[0])).toEqual([
      'applications.pairs[0].additionalFields[0].connector',
      'applications.pairs[0].additionalFields[0].lookup',
    ]);
  });
});
