import type { EndResponse, ExpressionScope, StepValues } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import type { StepContext } from '../step-context/step-handler.ts';
import { endStep } from './end-step.ts';

const PNG = 'iVBORw0KGgo=';

async function respond(response: EndResponse, steps: Record<string, StepValues> = {}): Promise<unknown> {
  const scope: ExpressionScope = { steps, data: {}, consts: {}, now: () => new Date(0) };
  const step = { stepId: 'end', type: 'EndStep', response } as const;
  const { outcome, values } = await endStep.run(step, { scope } as StepContext);
  return outcome.kind === 'failed' ? outcome.message : values?.Response;
}

const header = (name: string, valueExpression: string) => respond({ headers: [{ name, valueExpression }] });

describe('headers', () => {
  test.for([
    'Set-Cookie',
    'Content-Encoding',
    'Transfer-Encoding',
    'Host',
    'X-Accel-Redirect',
    'Content-Disposition',
    'Access-Control-Allow-Origin',
  ])('%s is refused, not omitted', async (name) => {
    expect(await header(name, 'https://shop.example')).toBe(
      `A response can't have the header ${name}: remove it, or choose another name that starts with X-.`,
    );
  });

  test('a header with the value that every response has is accepted', async () => {
    expect(await header('Cache-Control', 'no-store')).toMatchObject({ status: 200 });
    expect(await header('Access-Control-Allow-Origin', '*')).toMatchObject({ status: 200 });
  });

  test('a header without a value is omitted, whatever its name', async () => {
    expect(await header('Set-Cookie', '')).toMatchObject({ headers: { 'content-type': 'application/json; charset=utf-8' } });
  });

  test.for([
    ['żółw', "The response's header X-Name contains characters that a header can't carry. Encode them."],
    ['a\u0007', "The response's header X-Name contains characters that a header can't carry. Encode them."],
    ['a\nb', "The response's header X-Name must not contain line breaks."],
  ] as const)('the value %j fails the step', async ([value, message]) => {
    expect(await header('X-Name', value)).toBe(message);
  });

  test('a name may be an expression, and is checked like a written one', async () => {
    const named = (name: unknown) =>
      respond({ headers: [{ name: 'X-$Steps["start"].Payload.name', valueExpression: '1' }] }, { start: { Payload: { name } } });
    expect(await named('Order')).toMatchObject({ headers: { 'x-order': '1' } });
    expect(await named('Accel-Redirect')).toContain("can't have the header X-Accel-Redirect");
    expect(await named('a\r\nSet-Cookie')).toContain('cannot be the name of a header');
  });

  test('headers with the same name are sent together, and a second is refused if only one is allowed', async () => {
    const twice = (name: string) =>
      respond({
        headers: [
          { name, valueExpression: 'a' },
          { name: name.toUpperCase(), valueExpression: 'b' },
        ],
      });
    expect(await twice('X-Tag')).toMatchObject({ headers: { 'x-tag': 'a, b' } });
    expect(await twice('Vary')).toMatchObject({ headers: { vary: 'a, b' } });
    expect(await twice('ETag')).toBe('A response can have only one ETAG header: remove the other.');
  });
});

describe('bodies', () => {
  test.for(['204', '205', '304'])('a body is refused with status %s', async (status) => {
    expect(await respond({ status, body: 'Done' })).toBe(
      `A response with status ${status} has no body. Empty the body, or choose another status such as 200.`,
    );
    expect(await respond({ status, body: '' })).toMatchObject({ status: Number(status), body: '' });
  });

  const file = { fileName: 'Übersicht.png', contentType: 'image/png', base64: PNG };
  const steps = {
    get: { Response: PNG, ResponseIsBase64: true as const, ResponseHeaders: { 'content-type': 'image/png' } },
    csv: { Response: 'a,b', ResponseHeaders: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="list.csv"' } },
    made: { Response: file, other: { ...file, id: 7 }, hook: { encoding: 'base64', content: PNG, contentType: 'image/png' } },
    bad: { Response: { ...file, base64: '%%%' } },
  };

  test.for([
    ['$Steps["made"].Response', { headers: { 'content-type': 'image/png' }, body: PNG, isBase64: true, fileName: 'Übersicht.png' }],
    ['$Steps["get"].ResponseFile', { headers: { 'content-type': 'image/png' }, body: PNG, isBase64: true, fileName: 'file.png' }],
    ['$Steps["csv"].ResponseFile', { headers: { 'content-type': 'text/csv' }, body: 'a,b', fileName: 'list.csv' }],
    ['$Steps["made"].hook', { headers: { 'content-type': 'image/png' }, body: PNG, isBase64: true }],
    ['$Steps["bad"].Response', "The body is a file whose content isn't base64."],
  ] as const)('%s is sent as a file', async ([body, response]) => {
    const sent = await respond({ body }, steps);
    if (typeof response === 'string') expect(sent).toBe(response);
    else expect(sent).toEqual({ status: 200, ...response });
  });

  test('a file has the author’s content type, and is sent as an object if that is JSON', async () => {
    const withType = (type: string) =>
      respond({ body: '$Steps["made"].Response', headers: [{ name: 'content-type', valueExpression: type }] }, steps);
    expect(await withType('application/pdf')).toMatchObject({ headers: { 'content-type': 'application/pdf' }, isBase64: true });
    expect(await withType('application/json')).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(file),
    });
  });

  test('an object with more members than a file’s is JSON', async () => {
    expect(await respond({ body: '$Steps["made"].other' }, steps)).toMatchObject({ body: JSON.stringify({ ...file, id: 7 }) });
  });

  test('base64 under a binary content type is sent as bytes, and any other text unchanged', async () => {
    const image = (body: string) => respond({ body, headers: [{ name: 'content-type', valueExpression: 'image/png' }] }, steps);
    expect(await image('$Steps["get"].Response')).toMatchObject({ body: PNG, isBase64: true });
    expect(await image('<none>')).toEqual({ status: 200, headers: { 'content-type': 'image/png' }, body: '<none>' });
  });
});
