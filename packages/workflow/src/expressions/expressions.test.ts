// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExpressionError } from '../values/expression-error.ts';
import type { ExpressionScope } from '../values/scope.ts';
import { evaluateExpression, evaluateTemplate } from './evaluate-expression.ts';
import { expressionReferences } from './expression-references.ts';
import { parseExpression } from './parse-expression.ts';

const scope: ExpressionScope = {
  steps: {
    start: {
      Payload: { id: 'A-1', total: 250, paid: true, note: null, lines: [{ sku: 'x' }, { sku: 'y' }], 'first name': 'Ada' },
      Headers: { 'x-event': 'push' },
      Method: 'POST',
    },
    each: { CurrentItem: { quantity: 3 } },
    call: { Response: { ok: true }, ResponseHttpStatusCode: 201 },
    'say "hi"': { Response: 'quoted' },
  },
  data: { lastOrder: 'A-0', key: 'sku', at: 1, evil: '__proto__' },
  vars: { shop: { url: 'https://shop.example' }, limit: 20 },
  consts: { WorkflowId: 'wf', WorkflowInstanceId: 'run' },
  now: () => new Date('2026-11-21T04:30:15.123Z'),
};

function catchFault(text: string, inScope = scope): ExpressionError {
  try {
    evaluateExpression(text, inScope);
  } catch (fault) {
    if (fault instanceof ExpressionError) return fault;
    throw fault;
  }
  throw new Error(`no fault in ${text}`);
}

describe('an expression that is one reference', () => {
  test.each<[string, unknown]>([
    ['$Steps["start"].Payload.total', 250],
    ["$Steps['start'].Payload.paid", true],
    ['$Steps["start"].Payload.lines', [{ sku: 'x' }, { sku: 'y' }]],
    ['$Steps["start"].Payload.lines[1].sku', 'y'],
    ['$Steps["start"].Payload["first name"]', 'Ada'],
    ['$Steps["start"].Headers["x-event"]', 'push'],
    ['$Steps["start"].Payload.lines.length', 2],
    ['$Steps.start.Payload.id', 'A-1'],
    ['Steps["start"].Payload.total', 250],
    ['${Steps["start"].Payload.total}', 250],
    ['${ $Steps[ "start" ] . Payload . total }', 250],
    ['  $Steps["start"].Payload.total\n', 250],
    ['$Steps["each"].CurrentItem.quantity', 3],
    ['$Steps["call"].ResponseHttpStatusCode', 201],
    ['$Steps["say \\"hi\\""].Response', 'quoted'],
    ['$Data.lastOrder', 'A-0'],
    ['$Vars.limit', 20],
    ['$Vars.shop.url', 'https://shop.example'],
    ['$Vars["shop"]["url"]', 'https://shop.example'],
    ['$Consts.WorkflowId', 'wf'],
    ['$Consts.WorkflowInstanceId', 'run'],
    ['$Steps["start"].Payload.lines[$Data.at][$Data.key]', 'y'],
    ['${"text"}', 'text'],
    ['${-1.5}', -1.5],
    ['${true}', true],
    ['${null}', null],
  ])('%s keeps its type', (text, value) => {
    expect(evaluateExpression(text, scope)).toEqual(value);
  });

  test.each([
    '$Steps["start"].Payload.missing.deeper[3]',
    '$Steps["start"].Payload.note',
    '$Steps["start"].Payload.lines[9].sku',
    '$Steps["start"].Payload.id.length.more',
    '$Data.nothing',
    '$Consts.Other',
    '$Steps["each"].Response',
  ])('%s leads nowhere and gives null', (text) => {
    expect(evaluateExpression(text, scope)).toBeNull();
  });
});

describe('text with segments', () => {
  test.each<[string, string]>([
    ['Order $Steps["start"].Payload.id: ${Steps["start"].Payload.total} EUR', 'Order A-1: 250 EUR'],
    ['$Data.lastOrder.', 'A-0.'],
    ['$Data.lastOrder and $Data.nothing.', 'A-0 and .'],
    ['[$Data.lastOrder]', '[A-0]'],
    ['costs $Data.at.99', 'costs 1.99'],
    ['$Data.lastOrder$Data.at', 'A-01'],
    ['see ${Steps["call"].Response}', 'see {"ok":true}'],
    ['paid: ${Steps["start"].Payload.paid}, note: ${Steps["start"].Payload.note}', 'paid: true, note: '],
    ['$5, $ 5, US$, 100$. $-1 $_a $"q" $$', '$5, $ 5, US$, 100$. $-1 $_a $"q" $$'],
    ['$$Data.at', '$1'],
    ['${"$"}USD', '$USD'],
    ['', ''],
    ['utcNow()', 'utcNow()'],
    ['Steps[1] of the plan', 'Steps[1] of the plan'],
    ['a } b { c', 'a } b { c'],
  ])('%s', (text, value) => {
    expect(evaluateExpression(text, scope)).toBe(value);
    expect(evaluateTemplate(text, scope)).toBe(value);
  });

  test('a template of a single reference still gives text', () => {
    expect(evaluateTemplate('$Steps["start"].Payload.total', scope)).toBe('250');
    expect(evaluateTemplate(' $Data.nothing ', scope)).toBe('  ');
  });

  test('leaves any text without a dollar sign unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const text = raw.replaceAll('$', '');
        fc.pre(!text.trim().startsWith('Steps'));
        expect(evaluateTemplate(text, scope)).toBe(text);
      }),
    );
  });

  test('HOSTILE 9: reports a value that cannot be written as text', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const hostile = { ...scope, data: { cyclic, big: { n: 1n } } };
    expect(catchFault('x $Data.cyclic', hostile).message).toBe('The value cannot be written as text.');
    expect(catchFault('x $Data.big', hostile).message).toBe('The value cannot be written as text.');
  });

  test('HOSTILE 16: stops a text that grows past the limit', () => {
    const hostile = { ...scope, data: { long: 'x'.repeat(5_000_000) } };
    expect(catchFault('a$Data.long$Data.long$Data.long', hostile).message).toBe('The text is longer than 12,000,000 characters.');
  });
});

describe('JSON templates', () => {
  const json = { escape: 'json' } as const;

  test('writes the body of docs/workflow-format.md', () => {
    const body = '{"id": "${Steps["start"].Payload.id}", "at": "${utcNow()}"}';
    expect(JSON.parse(evaluateTemplate(body, scope, json))).toEqual({ id: 'A-1', at: '2026-11-21T04:30:15.123Z' });
  });

  test('reads references whose quotes were escaped as JSON', () => {
    const body = '{"id": "${Steps[\\"start\\"].Payload.id}", "n": $Steps[\\"start\\"].Payload.total}';
    expect(JSON.parse(evaluateTemplate(body, scope, json))).toEqual({ id: 'A-1', n: 250 });
  });

  test('gives valid JSON whatever the value contains, inside and outside quotes', () => {
    const template = '{"in \\"side\\"": "a ${Data.value} \\\\", "bare": $Data.value, "list": [1, ${Data.value}]}';
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
        const parsed = JSON.parse(evaluateTemplate(template, { ...scope, data: { value } }, json));
        const same = JSON.parse(JSON.stringify(value));
        expect(parsed).toEqual({ 'in "side"': `a ${text} \\`, bare: same, list: [1, same] });
      }),
    );
  });

  test('writes a formula’s amount as a number with all its digits outside quotes, and other texts in quotes', () => {
    const lines = [{ n: '12.50' }, { n: 3 }, { n: '9007199254740993.10' }];
    const given = { ...scope, data: { lines, text: '506' } };
    const written = (template: string) => evaluateTemplate(template, given, json);
    expect(written('{"total": ${sumOf(Data.lines, "n")}}')).toBe('{"total": 9007199254741008.60}');
    expect(written('[${add(1, 2)}, ${round("2.50", 1)}, "${add(1, 2)}"]')).toBe('[3, 2.5, "3"]');
    expect(written('{"a": ${averageOf(Data.none)}, "b": $Data.text, "c": ${toText(506)}}')).toBe('{"a": null, "b": "506", "c": "506"}');
  });

  test('writes null if nothing is found, and nothing inside quotes', () => {
    expect(evaluateTemplate('{"a": $Data.none, "b": "$Data.none"}', scope, json)).toBe('{"a": null, "b": ""}');
  });

  test('uses a text unchanged if the whole body is one reference to it', () => {
    expect(evaluateTemplate('$Data.body', { ...scope, data: { body: '{"made":"by hand"}' } }, json)).toBe('{"made":"by hand"}');
    expect(evaluateTemplate('$Steps["call"].Response', scope, json)).toBe('{"ok":true}');
    expect(evaluateTemplate('$Data.none', scope, json)).toBe('null');
  });
});

describe('form templates', () => {
  test('writes a value so that it stays within its field, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, n) => {
        const made = evaluateTemplate('a=$Data.text&n=${Data.n}&b=x', { ...scope, data: { text, n } }, { escape: 'form' });
        expect([...new URLSearchParams(made)]).toEqual([...new URLSearchParams({ a: text, n: String(n), b: 'x' })]);
      }),
    );
  });
});

describe('errors', () => {
  test.each<[string, string, number]>([
    ['$Steps["start', 'The quoted text is not closed.', 7],
    ['a $Steps["start"', 'The bracket is not closed.', 8],
    ['Steps["start"', 'The bracket is not closed.', 5],
    ['a ${Steps["start"].Payload', 'The ${ is not closed.', 2],
    ['a ${', 'The ${ is not closed.', 2],
    ['${addDays(utcNow(), 1', 'The bracket is not closed.', 9],
    ['${}', 'Expected a reference, a formula, a quoted text or a number, but there is "}".', 2],
    ['${Data.a b}', 'Expected "}", but there is "b".', 9],
    ['${Data.}', 'Expected a name after the dot, but there is "}".', 7],
    ['$Step["x"]', 'Unknown name "Step". To send "$Step" as text, write ${"$"}Step.', 0],
    ['https://a.example/?$where=x', 'The formula where needs brackets: where(). To send "$where" as text, write ${"$"}where.', 19],
    [
      '${Data.a + 1}',
      'There are no operators here. Write add(…) instead of "+" for numbers; put texts next to each other, as in ${Data.a} ${Data.b}.',
      9,
    ],
    ['${Data.a ? 1 : 2}', 'There are no operators here. Write if(condition, then, otherwise) instead of "? :".', 9],
    ['${Data.a?.b}', 'There are no operators here. Write "." instead of "?.": a missing value gives null by itself.', 8],
    ['${Data.a ?? 1}', 'There are no operators here. Write firstFilled(value, other) instead of "??".', 9],
    ['${add(Data.a * 2, 1)}', 'There are no operators here. Write multiply(amount, by) instead of "*".', 13],
    ['${!Data.a}', 'There are no operators here. Write not(value) instead of "!".', 2],
    ['${eval("1")}', 'There is no formula "eval".', 2],
    ['${Vars.nope}', 'There is no variable "nope".', 2],
    ['${nope}', 'Unknown name "nope". Names are Steps, Data, Vars, Consts and the formulas.', 2],
    ['${TRIM("a")}', 'There is no formula "TRIM". It is written trim.', 2],
    ['${data.a}', 'Unknown name "data". It is written Data.', 2],
    ['$steps["a"]', 'Unknown name "steps". It is written Steps. To send "$steps" as text, write ${"$"}steps.', 0],
    ['${Data.a.trim()}', 'Values have no functions such as .trim(). Write trim(value) around the value.', 8],
    ['${Data.a.map(1)}', 'Values have no functions such as .map(). Use a formula around the value, or a script.', 8],
    ['$Data.a[-1]', 'Positions are whole numbers from 0. For the last entry, write last(list).', 7],
    ['${addDays(utcNow())}', 'Write addDays(date, days, timeZone).', 2],
    ['${utcNow}', 'The formula utcNow needs brackets: utcNow().', 2],
    ['$Steps', 'Say which step: Steps["name"].', 0],
    ['Steps["start"] is good', 'Expected the end of the reference, but there is "i".', 15],
    ['${"\\u12"}', '\\u needs four hexadecimal digits.', 5],
    ['$Data[$Data.nothing]', 'The value in brackets must be text or a number.', 5],
  ])('%s: %s at %d', (text, message, position) => {
    const fault = catchFault(text);
    expect({ message: fault.message, position: fault.position }).toEqual({ message, position });
  });

  test('a step that the workflow does not have is an error; one that has not run is null', () => {
    expect(catchFault('$Steps["nowhere"].Response').message).toBe('Step "nowhere" is unknown or has not run.');
    const knowing: ExpressionScope = { ...scope, isStepName: (name) => name === 'later' };
    expect(evaluateExpression('$Steps["later"].Response.id', knowing)).toBeNull();
    expect(catchFault('$Steps["nowhere"].Response', knowing).message).toBe('There is no step "nowhere".');
  });

  test('HOSTILE 16: parsing aborts after 3,000 steps and when nested too deep', () => {
    expect(catchFault('$Data.a'.repeat(2_000)).message).toBe('Recursion found');
    expect(parseExpression('$Data.a'.repeat(1_500)).parts).toHaveLength(1_500);
    const nested = (depth: number) => `\${${'toLowerCase('.repeat(depth)}"A"${')'.repeat(depth)}}`;
    expect(evaluateExpression(nested(60), scope)).toBe('a');
    expect(catchFault(nested(5_000)).message).toBe('Recursion found');
    expect(catchFault(`$Data${'[$Data'.repeat(5_000)}`).message).toBe('Recursion found');
  });

  test('throws only ExpressionErrors, whatever the text', () => {
    const piece = fc.constantFrom(
      '$',
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      '"',
      "'",
      '\\',
      '.',
      ',',
      ' ',
      'Steps',
      'Data',
      'utcNow',
      'addDays',
      '0',
      '-1',
      'start',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
        try {
          evaluateTemplate(pieces.join(''), scope);
        } catch (fault) {
          expect(fault).toBeInstanceOf(ExpressionError);
          expect((fault as ExpressionError).position).toBeGreaterThanOrEqual(0);
          expect((fault as ExpressionError).position).toBeLessThanOrEqual(pieces.join('').length);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('HOSTILE 15: expressions cannot reach into JavaScript', () => {
  test.each([
    '$Data.__proto__',
    '$Data.constructor',
    '$Data["constructor"]["constructor"]',
    "$Data['prototype']",
    '$Data["\\u005f\\u005fproto__"]',
    '$Data["con\\structor"]',
    '$Data[\\"__proto__\\"]',
    '${Data.constructor}',
    '${Data[ "__proto__" ]}',
    '$Data[$Data.evil]',
    '$Data[${"x"}]',
    '$Data[toLowerCase("CONSTRUCTOR")]',
    '$Data[subString("xx__proto__", 2)]',
    '$Steps["__proto__"].Payload',
    '$Steps.constructor',
    '$Steps["start"].constructor.constructor',
    '$Steps["start"].Payload.lines.constructor',
    '$Steps["start"].Payload[`constructor`]',
    '${constructor("return 1")()}',
    '${Data.toString()}',
    '${Steps["start"].Payload.lines.map(Data.evil)}',
    '${(() => 1)()}',
    '${Data.at = 2}',
    '${new Date()}',
    '${globalThis}',
    '${this}',
  ])('%s is refused', (text) => {
    expect(() => evaluateExpression(text, scope)).toThrow(ExpressionError);
  });

  test.each([
    '$Data.toString',
    '$Data.hasOwnProperty',
    '$Steps["start"].Payload.lines.map',
    '$Steps["start"].Payload.id.at',
    '$Data.__defineGetter__',
  ])('%s is inherited and therefore ignored', (text) => {
    expect(evaluateExpression(text, scope)).toBeNull();
  });

  test('a step named like an inherited member is not found', () => {
    expect(catchFault('$Steps["toString"].Response').message).toContain('toString');
  });

  test('own keys with those names in a payload are unreachable, and harmless inside a larger value', () => {
    const payload = JSON.parse('{"__proto__": {"admin": true}, "constructor": 1, "a": 2}');
    const hostile = { ...scope, steps: { start: { Payload: payload } } };
    expect(() => evaluateExpression('$Steps["start"].Payload.__proto__.admin', hostile)).toThrow(ExpressionError);
    expect(evaluateTemplate('x $Steps["start"].Payload', hostile)).toBe('x {"__proto__":{"admin":true},"constructor":1,"a":2}');
    expect(evaluateExpression('$Steps["start"].Payload.admin', hostile)).toBeNull();
  });

  test('calls no getter', () => {
    let called = false;
    const trap = {
      get bait() {
        called = true;
        return 1;
      },
    };
    expect(evaluateExpression('$Data.trap.bait', { ...scope, data: { trap } })).toBeNull();
    expect(called).toBe(false);
  });
});

describe('expressionReferences', () => {
  test('lists the steps and data that a text reads', () => {
    const found = expressionReferences('${addDays(Steps["a"].Response[$Data.k].at, $Data.n)} $Steps["b"].Payload $Steps["a"].Error');
    expect(found.stepNames.sort()).toEqual(['a', 'b']);
    expect(found.dataKeys?.sort()).toEqual(['k', 'n']);
    expect(expressionReferences('plain $5').references).toEqual([]);
    expect(expressionReferences('$Data[$Steps["a"].Response]').dataKeys).toBeNull();
    expect(expressionReferences('$Data').dataKeys).toBeNull();
  });
});
