import { describe, expect, test } from 'vitest';
import { timeRatio } from '../../../../tools/test-settings/time-ratio.ts';
import { findCompletionContext } from '../expressions/expression-place.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { orderExample } from '../testing/index.ts';
import { referenceProblems } from '../validation/reference-problems.ts';
import { availableReferences } from './available-references.ts';
import { completionsAt } from './completions.ts';
import { applyInsertion } from './insert-reference.ts';

const steps = orderExample.steps as WorkflowStep[];
const available = availableReferences(steps, 'wait');
const scope = {
  steps: { start: { Payload: { total: 250, 'ship to': { city: 'Oslo' }, lines: [{ sku: 'A' }] } } },
  data: {},
  consts: {},
  now: () => new Date(0),
};

function complete(marked: string) {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const options = completionsAt(text, caret, available, scope);
  return {
    labels: options.map(({ label }) => label),
    accept: (index = 0) =>
      applyInsertion(text, options[index]?.insertion ?? { start: 0, end: 0, text: '', selectionStart: 0, selectionEnd: 0 }),
  };
}

describe('findCompletionContext', () => {
  test.each([
    ['plain text', null],
    ['5 $ ', null],
    ['5$', { kind: 'name', isOpen: false, prefix: '', start: 2 }],
    ['$St', { kind: 'name', isOpen: false, prefix: 'St', start: 1 }],
    ['$Data.x and', null],
    ['${', { kind: 'name', isOpen: true, prefix: '', start: 2 }],
    ['${Data.x} and', null],
    ['${Data.x} and ${', { kind: 'name', isOpen: true, prefix: '', start: 16 }],
    ['$Steps["', { kind: 'step', isOpen: true, prefix: '', start: 6 }],
    ['Steps["st', { kind: 'step', isOpen: true, prefix: 'st', start: 5 }],
    ['$Steps["start"].', { kind: 'member', isOpen: false, prefix: '', start: 15, root: 'Steps', keys: ['start'] }],
    [
      '$Steps["start"].Payload.lines[0].s',
      { kind: 'member', isOpen: false, prefix: 's', start: 32, root: 'Steps', keys: ['start', 'Payload', 'lines', 0] },
    ],
    ['${addDays(', { kind: 'name', isOpen: true, prefix: '', start: 10 }],
    ['${addDays("', { kind: 'text', isOpen: true, prefix: '', start: 10 }],
    ['${addDays(utcNow()', null],
    ['$Data.a[$Data.b].', null],
    ['${worked.tot', { kind: 'stepMember', isOpen: true, prefix: 'tot', start: 2, stepName: 'worked', keys: [] }],
    ['Sum: $worked.a[0].', { kind: 'stepMember', isOpen: false, prefix: '', start: 6, stepName: 'worked', keys: ['a', 0] }],
    ['${Item.worked.tot', { kind: 'member', isOpen: true, prefix: 'tot', start: 13, root: 'Item', keys: ['worked'] }],
    ['${5 worked.tot', null],
  ])('%s', (before, place) => {
    expect(findCompletionContext(before)).toEqual(place);
  });
});

describe('completionsAt', () => {
  test('offers nothing in plain text', () => {
    expect(complete('hello |').labels).toEqual([]);
    expect(complete('costs 5| dollars').labels).toEqual([]);
  });

  test('offers the nearest step first, then data, constants and formulas', () => {
    const { labels } = complete('$|');
    expect(labels[0]).toBe('Steps["tell"].Response');
    expect(labels.indexOf('Data.lastOrder')).toBeGreaterThan(labels.indexOf('Steps["start"].Payload'));
    expect(labels.indexOf('utcNow()')).toBeGreaterThan(labels.indexOf('Consts.WorkflowId'));
  });

  test('finds a value by its last name', () => {
    expect(complete('Sum: $tota|').labels).toEqual(['Steps["start"].Payload.total']);
    expect(complete('Sum: $tota|').accept()).toBe('Sum: ${Steps["start"].Payload.total}');
    expect(complete('$tota|').accept()).toBe('$Steps["start"].Payload.total');
    expect(complete('US$|').accept()).toContain('US${Steps');
  });

  test('finds a value after the name of its step, as people say it, and writes the whole reference', () => {
    expect(complete('${start.tot|').labels).toEqual(['Steps["start"].Payload.total']);
    expect(complete('${start.tot|').accept()).toBe('${Steps["start"].Payload.total}');
    expect(complete('${addDays(Start.tot|, 1)}').accept()).toBe('${addDays(Steps["start"].Payload.total, 1)}');
    expect(complete('Sum: $start.tot| EUR').accept()).toBe('Sum: ${Steps["start"].Payload.total} EUR');
    expect(complete('$start.tot|').accept()).toBe('$Steps["start"].Payload.total');
    expect(complete('${start.|').labels.slice(0, 5)).toEqual([
      'Steps["start"].Payload',
      'Steps["start"].Headers',
      'Steps["start"].Query',
      'Steps["start"].Method',
      'Steps["start"].RawBody',
    ]);
    expect(complete('${start.cit|').labels).toEqual(['Steps["start"].Payload["ship to"].city']);
    expect(complete('${start.Payload.lines[0].s|').accept()).toBe('${Steps["start"].Payload.lines[0].sku}');
    expect(complete('${start.lines[0].|').labels).toEqual(['Steps["start"].Payload.lines[0].sku']);
    expect(complete('${nothing.tot|').labels).toEqual([]);
    expect(complete('$Data.start.tot|').labels).toEqual([]);
  });

  describe('for step names that are not identifiers', () => {
    const names = ['my step', 'my step 2', 'größe-in-cm', 'v1.2 [old]', '2nd "try"', 'Data and more'];
    const odd = names.map((stepId): WorkflowStep => ({ stepId, type: 'CustomScript', script: '' }));
    const offered = {
      ...available,
      steps: odd.map((step) => ({ step, relation: 'before', isCertain: true, values: ['Response'] }) as const),
    };
    const given = { ...scope, steps: Object.fromEntries(names.map((name) => [name, { Response: { total: 7 } }])) };
    function completeOdd(marked: string) {
      const caret = marked.indexOf('|');
      const text = marked.replace('|', '');
      const options = completionsAt(text, caret, offered, given);
      return { labels: options.map(({ label }) => label), accepted: options[0] && applyInsertion(text, options[0].insertion) };
    }

    test.each([
      ['${Steps.|', '${Steps["Data and more"]'],
      ['${Steps.my st|', '${Steps["my step 2"]'],
      ['${Steps.größe-|}', '${Steps["größe-in-cm"]}'],
      ['$Steps.v1.2 |', '$Steps["v1.2 [old]"]'],
      ['${Steps.my step.tot|', '${Steps["my step"].Response.total}'],
      ['Sum: $Steps.my step.tot| EUR', 'Sum: ${Steps["my step"].Response.total} EUR'],
      ['${my step.|', '${Steps["my step"].Response}'],
      ['${my step.tot|', '${Steps["my step"].Response.total}'],
      ['${My Step.tot|', '${Steps["my step"].Response.total}'],
      ['${my step 2.Response.tot|', '${Steps["my step 2"].Response.total}'],
      ['${addDays(größe-in-cm.tot|, 1)}', '${addDays(Steps["größe-in-cm"].Response.total, 1)}'],
      ['${formatText("a", v1.2 [old].tot|)}', '${formatText("a", Steps["v1.2 [old]"].Response.total)}'],
      ['${2nd "try".tot|', '${Steps["2nd \\"try\\""].Response.total}'],
      ['Sum: $my step.tot| EUR', 'Sum: ${Steps["my step"].Response.total} EUR'],
      ['$my st|', '$Steps["my step 2"].Response'],
      ['${größe-in|', '${Steps["größe-in-cm"].Response}'],
    ])('writes %s as %s', (marked, accepted) => {
      expect(completeOdd(marked).accepted).toBe(accepted);
    });

    test('takes about ten times as long for ten times the text', () => {
      const read = (values: number) => () => findCompletionContext('${'.concat('a,'.repeat(values)), names);
      // A search that began anew at every name would take a hundred times as long.
      expect(timeRatio(read(5_000), read(500))).toBeLessThan(40);
    });

    test.each(['my step.|', '${5 my step.|', '${Data.my step.|', '$Data and|', '${other step.|', '${addDays(x, 2|', 'US$ my step.|'])(
      'offers none in %s',
      (marked) => {
        expect(completeOdd(marked).labels).toEqual([]);
      },
    );
  });

  test('follows the sample, with brackets if the name needs them', () => {
    expect(complete('$Steps["start"].|').labels).toEqual(['Payload', 'Headers', 'Query', 'Method', 'RawBody']);
    expect(complete('$Steps["start"].Payload.|').labels).toEqual(['total', 'ship to', 'lines']);
    expect(complete('$Steps["start"].Payload.sh|').accept()).toBe('$Steps["start"].Payload["ship to"]');
    expect(complete('${Steps["start"].Payload.lines[0].|}').accept()).toBe('${Steps["start"].Payload.lines[0].sku}');
  });

  test('writes a step name over the existing closing marks', () => {
    expect(complete('$Steps["sta|"].Payload').accept()).toBe('$Steps["start"].Payload');
    expect(complete('$Steps["sta|').accept()).toBe('$Steps["start"]');
  });

  test('offers formulas by name and by label, and selects their first argument', () => {
    expect(complete('${addd|}').accept()).toBe('${addDays(utcNow(), 1)}');
    expect(complete('$remove d|').labels).toEqual([]);
    expect(complete('at $formatDateI|').accept()).toBe('at ${formatDateIso(utcNow())}');
  });
});

describe('a mapping of a sync', () => {
  const ofSync = { ...available, records: ['Item'] as const };
  const item = { Name: 'Tea', Address: { City: 'Oslo' }, 'ship to': 'Bergen' };
  const labels = (text: string, known = ofSync) => completionsAt(text, text.length, known, { ...scope, item }).map(({ label }) => label);
  const messages = (text: string, known: typeof available) =>
    referenceProblems(text, new Set(['start']), known).map(({ message }) => message);

  test('offers the record and its members first, and then their contents', () => {
    expect(labels('$').slice(0, 4)).toEqual(['Item', 'Item.Name', 'Item.Address', 'Item["ship to"]']);
    expect(labels('$Item.Address.')).toEqual(['City']);
    expect(labels('$Cit')).toContain('Item.Address.City');
    expect(completionsAt('$Item.Na', 8, ofSync, { ...scope, item })[0]?.sample).toEqual({ value: 'Tea' });
  });

  test('offers the record there, a list’s entry only below lists, and neither elsewhere', () => {
    expect(messages('$Item.Name', ofSync)).toEqual([]);
    expect(messages('$Entry.price', ofSync)).toEqual(['Use $Entry only in fields of a list']);
    expect(messages('$Entry.price', { ...available, records: ['Item', 'Entry'] })).toEqual([]);
    expect(messages('$Item.Name', available)).toEqual(['Use $Item only in mappings of a sync']);
    expect(labels('$Item.', available as never)).toEqual([]);
  });
});

test('the variables of the account are offered with their values, by name and after $Vars', () => {
  const withVariables = { ...scope, vars: { vat: 0.21, shop: { url: 'https://shop.example' } } };
  const labels = (text: string) => completionsAt(text, text.length, available, withVariables).map(({ label }) => label);
  expect(labels('${vat')).toContain('Vars.vat');
  expect(labels('${Vars.')).toEqual(['vat', 'shop']);
  expect(labels('$Vars.shop.')).toEqual(['url']);
  expect(completionsAt('${vat', 5, available, withVariables)[0]).toMatchObject({ id: 'Vars.vat', sample: { value: 0.21 } });
});
