import { describe, expect, test } from 'vitest';
import { pickReferenced, scriptReferences } from './script-references.ts';

describe('what a script reads', () => {
  test('is found in literal references, in every spelling', () => {
    expect(scriptReferences(`return Steps["a b"].Payload.total + Steps.b?.Response?.["x"] + Steps['c']['Response'][0].id`).steps).toEqual([
      ['a b', 'Payload', 'total'],
      ['b', 'Response', 'x'],
      ['c', 'Response'],
    ]);
  });

  test.each([
    'const s = Steps; return s',
    'return Steps[name].Response',
    'return Object.keys(Steps)',
    'return globalThis["St" + "eps"].a',
    'return eval("Ste" + "ps").a',
    'return St\\u0065ps.a',
    'return (() => {}).constructor("return Ste" + "ps")()',
    'return this.x',
    'const { a } = Steps; return a',
    'return Steps[`a`]',
  ])('may be anything in: %s', (source) => {
    expect(scriptReferences(source).steps).toBeNull();
  });

  test('limits the values passed to it', () => {
    const steps = { a: { Payload: { total: 5, lines: [1, 2] }, Headers: { x: 'y' } }, b: { Response: 1 } };
    const picked = (source: string) => pickReferenced(steps, scriptReferences(source).steps);
    expect(picked('return Steps["a"].Payload.total')).toEqual({ a: { Payload: { total: 5 } } });
    expect(picked('return Steps["a"].Payload.lines.length')).toEqual({ a: { Payload: { lines: [1, 2] } } });
    expect(picked('return Steps["a"].Payload.total + Steps["a"].Payload.hasOwnProperty("lines")')).toEqual({
      a: { Payload: steps.a.Payload },
    });
    expect(picked('return Steps["a"].Payload.missing ?? 1')).toEqual({ a: { Payload: {} } });
    expect(picked('return 1')).toEqual({});
    expect(picked('for (const k in Steps) {}')).toEqual(steps);
  });

  test('includes whether the script reads $Data and $Vars', () => {
    expect(scriptReferences('return $Data.x')).toMatchObject({ readsData: true, readsVariables: false });
    expect(scriptReferences('return $Vars.x')).toMatchObject({ readsData: false, readsVariables: true });
    expect(scriptReferences('return Steps.a.Data')).toMatchObject({ readsData: false, readsVariables: false });
  });
});
