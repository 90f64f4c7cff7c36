import { availableReferences, type ExpressionScope, type WorkflowStep } from '@portage/workflow';
import { orderExample } from '@portage/workflow/testing';
import { describe, expect, test } from 'vitest';
import { collectAliases } from './script-paths.ts';
import { scriptHover, scriptSuggestions } from './script-suggestions.ts';

const available = availableReferences(orderExample.steps as WorkflowStep[], 'end');
const scope: ExpressionScope = {
  steps: { start: { Payload: { id: 'A-1', 'ship to': { city: 'Oslo' }, lines: [{ sku: 'ABC' }] } } },
  data: { lastOrder: 'A-0' },
  consts: { WorkflowId: 'w1' },
  now: () => new Date(0),
};

function suggest(marked: string) {
  const offset = marked.indexOf('|');
  const script = marked.replace('|', '');
  const found = scriptSuggestions(script, offset, available, scope);
  return {
    labels: found.map(({ label }) => label),
    accept(label: string): string {
      const one = found.find((suggestion) => suggestion.label === label);
      if (!one) throw new Error(`${label} is not offered`);
      const written = script.slice(0, one.start) + one.insertText + script.slice(one.end);
      return one.dropped ? written.slice(0, one.dropped.start) + written.slice(one.dropped.end) : written;
    },
  };
}

describe('scriptSuggestions', () => {
  test('offers the roots and the script’s names where a name starts', () => {
    expect(suggest('const order = Steps["start"].Payload;\nreturn |').labels).toEqual([]);
    expect(suggest('const order = Steps["start"].Payload;\nreturn o|').labels.slice(0, 7)).toEqual([
      'Steps',
      '$Data',
      '$Vars',
      '$Consts',
      'console',
      'order',
      'return',
    ]);
    expect(suggest('function taxOf() {}\nreturn t|').labels).toContain('taxOf');
  });

  test('offers steps, nearest first, and writes them in brackets', () => {
    expect(suggest('Steps.|').labels[0]).toBe('tell');
    expect(suggest('Steps.|').accept('start')).toBe('Steps["start"]');
    expect(suggest('Steps["|').accept('start')).toBe('Steps["start"]');
    expect(suggest("Steps['st|']").accept('start')).toBe('Steps["start"]');
  });

  test('follows the samples down', () => {
    expect(suggest('return Steps["start"].|').labels).toEqual(['Payload', 'Headers', 'Query', 'Method', 'RawBody']);
    expect(suggest('return Steps["start"].Payload.|').labels).toEqual(['id', 'ship to', 'lines']);
    expect(suggest('return Steps["start"].Payload.|').accept('ship to')).toBe('return Steps["start"].Payload["ship to"]');
    expect(suggest('return Steps["start"]?.Payload?.|').accept('ship to')).toBe('return Steps["start"]?.Payload?.["ship to"]');
    expect(suggest('$Data.|').labels).toEqual(['lastOrder']);
    expect(suggest('$Consts.|').labels).toEqual(['WorkflowId', 'WorkflowInstanceId']);
    expect(suggest('console.l|').labels).toContain('log');
  });

  test('follows simple names: declared, destructured, iterated, passed to a function', () => {
    expect(suggest('const o = Steps["start"].Payload;\no.|').labels).toContain('ship to');
    expect(suggest('const { lines: items } = Steps["start"].Payload;\nitems[0].|').labels).toEqual(['sku']);
    expect(suggest('const o = Steps["start"].Payload\nfor (const line of o.lines) { line.| }').labels).toEqual(['sku']);
    expect(suggest('Steps["start"].Payload.lines.map((line) => line.|)').labels).toEqual(['sku']);
    expect(suggest('Steps["start"].Payload.lines.|').labels).toContain('map');
    expect(suggest('other.|').labels).toEqual([]);
  });

  test('HOSTILE 15: names of object internals lead nowhere', () => {
    expect(suggest('constructor.|').labels).toEqual([]);
    expect(suggest('Steps["__proto__"].|').labels).toEqual([]);
    expect(collectAliases('const __proto__ = Steps["start"].Payload;').get('toString')).toBeUndefined();
  });
});

describe('scriptHover', () => {
  test('shows the value of the member under the pointer, not of the whole path', () => {
    const script = 'return Steps["start"].Payload.lines[0].sku;';
    expect(scriptHover(script, script.indexOf('lines') + 1, scope)?.value).toEqual([{ sku: 'ABC' }]);
    expect(scriptHover(script, script.indexOf('sku') + 1, scope)?.value).toBe('ABC');
    expect(scriptHover(script, script.indexOf('return') + 1, scope)).toBeNull();
  });
});
