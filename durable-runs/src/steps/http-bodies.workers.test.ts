import { describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, type ReceivedCall, randomText, start, testEnv, until } from '../../test/harness.ts';

const target = (path: string) => testEnv.TARGET + path;

/** Runs one HTTP request step. Returns the call that arrived, the run, and what people see of the step. */
async function send(extra: object, payload: unknown = {}) {
  const path = `/echo/${randomText()}`;
  const step = { stepId: 'call', type: 'HttpRequest' as const, httpMethod: 'POST', url: target(path), ...extra };
  const { runId } = await start(chain(step), payload);
  const run = await until(runId);
  const [call] = await callsTo(path);
  const [, record] = await allSteps(runId);
  const shown = (await getShard(runId).getStepInstance(runId, record?.id ?? ''))?.stepData;
  return { run, call: call as ReceivedCall, shown };
}

const decodeBase64 = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const parseForm = (call: ReceivedCall) =>
  new Response(decodeBase64(call.bodyBase64), { headers: { 'content-type': call.headers['content-type'] ?? '' } }).formData();

/** Every possible byte, and a text among them that looks like the end of a part. */
const BYTES = Uint8Array.from([...Array.from({ length: 256 }, (_, at) => at), ...new TextEncoder().encode('\r\n--portage-\r\n')]);
const BASE64 = btoa(String.fromCharCode(...BYTES));
const NASTY = 'a&admin=true; "quoted" \\ +%25 äöü € \r\n--x';

describe('the body of an HTTP request step', () => {
  test('is JSON by default, and a value inside its strings is JSON-escaped', async () => {
    const { call } = await send(
      { body: '{"text": "say ${Steps["start"].Payload.text}", "list": ${Steps["start"].Payload.list}}' },
      {
        text: NASTY,
        list: [1, 'a"b', null],
      },
    );
    expect(call.headers['content-type']).toBe('application/json');
    expect(JSON.parse(call.body)).toEqual({ text: `say ${NASTY}`, list: [1, 'a"b', null] });
  });

  test('is a form if its content type says so, and each value is percent-encoded so that it cannot add a field', async () => {
    const { call } = await send(
      {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'name=${Steps["start"].Payload.name}&n=$Steps["start"].Payload.n',
      },
      { name: NASTY, n: 7 },
    );
    expect(call.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(call.body)]).toEqual([
      ['name', NASTY],
      ['n', '7'],
    ]);
  });

  test('is a form made from a JSON object: lists repeat their field, objects become JSON, missing values are empty', async () => {
    const { call } = await send(
      {
        bodyType: 'Form',
        body: '{"name": "${Steps["start"].Payload.name}", "tags": ["a", "b c"], "deep": {"x": 1}, "none": null, "n": 1.5}',
      },
      { name: NASTY },
    );
    expect(call.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(call.body)]).toEqual([
      ['name', NASTY],
      ['tags', 'a'],
      ['tags', 'b c'],
      ['deep', '{"x":1}'],
      ['none', ''],
      ['n', '1.5'],
    ]);
  });

  test('is a form made from one reference: to an object, or to a text that is already a form', async () => {
    const object = await send({ bodyType: 'Form', body: '$Steps["start"].Payload' }, { a: 'x y', b: [1, 2] });
    expect(object.call.body).toBe('a=x+y&b=1&b=2');
    const text = await send({ bodyType: 'Form', body: '$Steps["start"].Payload.form' }, { form: 'a=1&b=2' });
    expect(text.call.body).toBe('a=1&b=2');
  });

  test('is multipart with fields and files from base64, which a real parser reads back to the byte', async () => {
    const { call, shown } = await send(
      {
        bodyType: 'Multipart',
        body: '{"note": "${Steps["start"].Payload.note}", "file": {"fileName": "a \\"b\\".bin", "contentType": "image/png", "base64": "${Steps["start"].Payload.file}"}, "lines": {"filename": "l.txt", "text": "one\\ntwo"}, "many": [1, "2"], "meta": {"a": 1}}',
      },
      { note: NASTY, file: BASE64 },
    );
    expect(call.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const form = await parseForm(call);
    expect(form.get('note')).toBe(NASTY);
    const file = form.get('file') as unknown as File;
    expect([file.type, new Uint8Array(await file.arrayBuffer())]).toEqual(['image/png', BYTES]);
    const lines = form.get('lines') as unknown as File;
    expect([lines.name, await lines.text()]).toEqual(['l.txt', 'one\ntwo']);
    expect(form.getAll('many')).toEqual(['1', '2']);
    expect(form.get('meta')).toBe('{"a":1}');
    expect(shown?.request).toMatchObject({ body: { note: NASTY, many: [1, '2'] } });
  });

  test('is multipart if its content type says so, even with its own boundary', async () => {
    const { call } = await send({ headers: { 'content-type': 'multipart/form-data; boundary=mine' }, body: '{"a": "b"}' });
    expect(call.headers['content-type']).not.toContain('mine');
    expect((await parseForm(call)).get('a')).toBe('b');
  });

  test('HOSTILE 9: a field name, a file name or a content type cannot add a header or a part', async () => {
    const evil = 'x"\r\nX-Evil: 1\r\n\r\n--';
    const { call } = await send(
      { bodyType: 'Multipart', body: '$Steps["start"].Payload' },
      { [evil]: 'v', f: { fileName: evil, text: 't' }, admin: 'no' },
    );
    const form = await parseForm(call);
    expect([...form.keys()]).toHaveLength(3);
    expect(call.body).not.toMatch(/^X-Evil/im);
    const refused = await send(
      { bodyType: 'Multipart', body: '$Steps["start"].Payload' },
      { f: { base64: 'AA==', contentType: 'a\r\nb: c' } },
    );
    expect(refused.run.errorMessage).toContain('"f" must not contain line breaks');
  });

  test('is bytes from base64, with its own content type or as plain bytes', async () => {
    const plain = await send({ bodyType: 'Base64', body: '$Steps["start"].Payload' }, BASE64);
    expect([plain.call.headers['content-type'], plain.call.bodyBase64]).toEqual(['application/octet-stream', BASE64]);
    const image = await send(
      { headers: { 'content-type': 'image/png' }, body: '$Steps["start"].Payload' },
      `data:image/png;base64,${BASE64}`,
    );
    expect([image.call.headers['content-type'], image.call.bodyBase64]).toEqual(['image/png', BASE64]);
    const urlSafe = await send({ bodyType: 'Base64', body: '-_8' });
    expect(urlSafe.call.bodyBase64).toBe('+/8=');
  });

  test('is unchanged plain text under a text type', async () => {
    const { call } = await send(
      { headers: { 'content-type': 'text/csv' }, body: 'a,"${Steps["start"].Payload.text}"\n' },
      { text: 'say "hi" €' },
    );
    expect([call.headers['content-type'], call.body]).toEqual(['text/csv', 'a,"say "hi" €"\n']);
    const typed = await send({ bodyType: 'Text', body: 'just text' });
    expect([typed.call.headers['content-type'], typed.call.body]).toEqual(['text/plain; charset=utf-8', 'just text']);
  });

  test.each([
    ['no base64', { bodyType: 'Base64', body: 'not base64!' }, 'The body is not base64.'],
    ['a form that is no JSON', { bodyType: 'Form', body: '{"a": }' }, 'this is not JSON'],
    ['a multipart body that is text', { bodyType: 'Multipart', body: 'a=1' }, 'A multipart body is a JSON object of its fields.'],
    ['a file that is no base64', { bodyType: 'Multipart', body: '{"f": {"base64": "*"}}' }, 'field "f" is not base64'],
  ])('%s fails the step before anything is sent', async (_name, extra, said) => {
    const { run, call } = await send(extra);
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining(said) });
    expect(call).toBeUndefined();
  });

  test('is byte-for-byte identical when a call is repeated', async () => {
    const key = randomText();
    const step = {
      stepId: 'call',
      type: 'HttpRequest' as const,
      httpMethod: 'POST',
      url: target(`/flaky/1/${key}`),
      bodyType: 'Multipart',
      body: '{"a": {"base64": "AAEC"}}',
      useRetry: true,
    };
    const { runId } = await start(chain(step));
    expect((await until(runId)).status).toBe('Succeeded');
    const calls = await callsTo(`/flaky/1/${key}`);
    expect(calls).toHaveLength(2);
    expect(calls[0]?.bodyBase64).toBe(calls[1]?.bodyBase64);
    expect(calls[0]?.headers['content-type']).toBe(calls[1]?.headers['content-type']);
  });

  test('HOSTILE 9: is sent whole when it’s long, and cut where people see it', async () => {
    const { call, shown } = await send({ bodyType: 'Text', body: '$Steps["start"].Payload' }, 'x'.repeat(300_000));
    expect(call.body).toHaveLength(300_000);
    const { body } = (shown?.request ?? {}) as { body?: string };
    expect(body?.length).toBeLessThan(101_000);
    expect(body).toContain('300,000 characters');
  });
});

describe('the methods of an HTTP request step', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])(
    '%s arrives, with a body if the method has one',
    async (httpMethod) => {
      const hasBody = httpMethod !== 'GET' && httpMethod !== 'HEAD';
      const { run, call } = await send({ httpMethod: httpMethod.toLowerCase(), ...(hasBody ? { body: '{"a": 1}' } : {}) });
      expect(run.status).toBe('Succeeded');
      expect([call.method, call.body]).toEqual([httpMethod, hasBody ? '{"a": 1}' : '']);
    },
  );
});

describe('a body of bytes that aren’t UTF-8, or of files', () => {
  test('is written in the charset that its content type names, or refused', async () => {
    const text = await send(
      { headers: { 'content-type': 'text/csv; charset=windows-1252' }, body: 'name;$Steps["start"].Payload.name' },
      { name: 'Jürgen €' },
    );
    expect(decodeBase64(text.call.bodyBase64)).toEqual(
      Uint8Array.from([...'name;J\u00fcrgen \u0080'].map((letter) => letter.charCodeAt(0))),
    );
    const form = await send(
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' },
        bodyType: 'Form',
        body: '{"name": "$Steps[\\"start\\"].Payload.name"}',
      },
      { name: 'Jürgen & Co' },
    );
    expect(form.call.body).toBe('name=J%FCrgen+%26+Co');
    const json = await send({ headers: { 'content-type': 'application/json; charset=utf-16le' }, body: '{"name": "ü"}' });
    expect(Buffer.from(decodeBase64(json.call.bodyBase64)).toString('utf16le')).toBe('{"name": "ü"}');
    const refused = await send({ headers: { 'content-type': 'text/plain; charset=iso-8859-1' }, body: '日本' });
    expect(refused.run.errorMessage).toContain('which windows-1252 lacks');
  });

  test('is a file if a quoted value of multipart is one whole reference to a file', async () => {
    const file = { fileName: 'a.bin', contentType: 'application/octet-stream', base64: BASE64 };
    const payload = {
      file,
      files: [file, file],
      bytes: { contentType: 'image/png', encoding: 'base64', content: BASE64 },
      text: 'plain',
      note: { a: 1 },
    };
    const { call, run } = await send(
      {
        bodyType: 'Multipart',
        body: '{"f": "$Steps[\\"start\\"].Payload.file", "g": "${Steps["start"].Payload.files}", "b": "$Steps[\\"start\\"].Payload.bytes", "l": ["$Steps[\\"start\\"].Payload.file"], "t": "$Steps[\\"start\\"].Payload.text", "x": "see $Steps[\\"start\\"].Payload.note", "n": "$Steps[\\"start\\"].Payload.note"}',
      },
      payload,
    );
    expect(run.errorMessage).toBeNull();
    const form = await parseForm(call);
    for (const name of ['f', 'g', 'b', 'l']) {
      for (const value of form.getAll(name)) expect(new Uint8Array(await (value as unknown as File).arrayBuffer())).toEqual(BYTES);
    }
    expect([form.getAll('g').length, form.get('t'), form.get('x'), form.get('n')]).toEqual([2, 'plain', 'see {"a":1}', '{"a":1}']);
  });

  test('is refused, not omitted, for a method that allows none', async () => {
    for (const httpMethod of ['GET', 'HEAD', 'get']) {
      const { run, call } = await send({ httpMethod, body: '{"query": {"match_all": {}}}' });
      expect(run.errorMessage).toContain("request can't carry a body");
      expect(call).toBeUndefined();
    }
    expect((await send({ httpMethod: 'DELETE', body: '{"a": 1}' })).call.body).toBe('{"a": 1}');
    expect((await send({ httpMethod: 'GET', body: ' ' })).run.errorMessage).toBeNull();
  });

  test('is never sent with a header that only the connection sets', async () => {
    const { run } = await send({ headers: { Host: 'other.example' }, body: '{}' });
    expect(run.errorMessage).toContain('"host" can\'t be set');
  });
});
