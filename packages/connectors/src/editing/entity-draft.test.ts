import { describe, expect, test } from 'vitest';
import { entityProblems, newEntitySource, parseDefinition, readEntityDraft, usesOfEntity } from './entity-draft.ts';

const source = { name: 'Products', definition: { idPath: 'id', list: { operation: 'GET /products' }, update: {} } };

describe('an entity in the editor', () => {
  test('is JSON text that is saved unchanged', () => {
    const draft = readEntityDraft(source);
    expect(parseDefinition(draft)).toEqual(source.definition);
    expect(entityProblems(draft, source, new Set(['Products', 'Orders']))).toEqual({});
  });

  test.each([
    [{ name: '', text: '{}' }, { name: 'Please input Name' }],
    [{ name: 'My products', text: '{}' }, { name: 'Letters and digits, starting with a letter; at most 60' }],
    [{ name: 'Orders', text: '{}' }, { name: 'There is already an entity with this name' }],
    [{ name: 'Products', text: '[]' }, { text: 'A JSON object is expected here' }],
  ])('is not sent with %j', (draft, problems) => {
    expect(entityProblems(draft, source, new Set(['Products', 'Orders']))).toEqual(problems);
  });

  test('reports why a text isn’t JSON', () => {
    const draft = { name: 'Products', text: '{ "idPath": ' };
    expect(entityProblems(draft, source, new Set()).text).toMatch(/^This is not JSON: /);
    expect(parseDefinition(draft)).toBeNull();
  });

  test('shows what it’s used for, and is a source if new', () => {
    expect(usesOfEntity(source.definition)).toEqual({ isSource: true, isTarget: true, uses: ['list', 'update'] });
    expect(usesOfEntity(newEntitySource('GET /pets').definition)).toEqual({ isSource: true, isTarget: false, uses: ['list'] });
  });
});
