import { describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, randomText, start, testEnv, until } from '../../test/harness.ts';

const target = (path: string) => testEnv.TARGET + path;
const echo = { stepId: 'echo', type: 'CustomScript' as const, script: 'return Steps["call"]' };

/** Makes one call and runs a script that returns what later steps see of it. */
async function call(url: string, extra: object = {}) {
  const { runId } = await start(chain({ stepId: 'call', type: 'HttpRequest', url, ...extra }, echo));
  const run = await until(runId);
  const records = await allSteps(runId);
  const dataOf = async (name: string) =>
    (await getShard(runId).getStepInstance(runId, records.find((record) => record.name === name)?.id ?? ''))?.stepData;
  const seen = (await dataOf('echo'))?.response?.body as Record<string, unknown> | undefined;
  return { run, seen, shown: await dataOf('call') };
}

function buildResponseUrl(bytes: string | number[], type: string | null, status = 200): string {
  const text = typeof bytes === 'string' ? String.fromCharCode(...new TextEncoder().encode(bytes)) : String.fromCharCode(...bytes);
  const query = new URLSearchParams({ base64: btoa(text), status: String(status), ...(type === null ? {} : { type }) });
  return target(`/answer/${randomText()}?${query}`);
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0xff, 0x00];

describe('the response of an HTTP request step', () => {
  test.each<[string, string, object, unknown]>([
    ['JSON', buildResponseUrl('{"a": [1]}', 'application/json'), {}, { a: [1] }],
    ['JSON of a kind', buildResponseUrl('{"a": 1}', 'application/problem+json; charset=utf-8'), {}, { a: 1 }],
    ['JSON with a long id', buildResponseUrl('{"id": 12345678901234567890}', 'application/json'), {}, { id: '12345678901234567890' }],
    ['text', buildResponseUrl('a,b', 'text/csv'), {}, 'a,b'],
    ['text in its charset', buildResponseUrl([0xe4, 0x20], 'text/plain; charset=iso-8859-1'), {}, 'ä '],
    ['XML', buildResponseUrl('<a/>', 'application/soap+xml'), {}, '<a/>'],
    ['bytes', buildResponseUrl(PNG, 'image/png'), {}, btoa(String.fromCharCode(...PNG))],
    ['an unnamed text', buildResponseUrl('plain', null), {}, 'plain'],
    ['unnamed bytes', buildResponseUrl(PNG, null), {}, btoa(String.fromCharCode(...PNG))],
    ['nothing', buildResponseUrl('', 'application/json'), {}, null],
    ['nothing at all', buildResponseUrl('', null, 204), {}, null],
    ['malformed JSON', buildResponseUrl('<html>', 'application/json'), {}, '<html>'],
    ['JSON that is called HTML', buildResponseUrl('{"a": 1}', 'text/html; charset=utf-8'), {}, { a: 1 }],
    ['HTML', buildResponseUrl('<p>[1]</p>', 'text/html'), {}, '<p>[1]</p>'],
    ['a word that is called HTML', buildResponseUrl('true', 'text/html'), {}, 'true'],
    ['JSON under a text type', buildResponseUrl('{"a": 1}', 'text/plain'), {}, '{"a": 1}'],
    ['JSON under a text type, when JSON is wanted', buildResponseUrl('{"a": 1}', 'text/plain'), { responseType: 'Json' }, { a: 1 }],
    ['JSON as text, when text is wanted', buildResponseUrl('{"a": 1}', 'application/json'), { responseType: 'Text' }, '{"a": 1}'],
    ['text that names no charset and is not UTF-8', buildResponseUrl([0x4a, 0xfc, 0x72, 0x67, 0x65, 0x6e], 'text/csv'), {}, 'Jürgen'],
    [
      'XML that names its charset itself',
      buildResponseUrl(
        [...'<?xml version="1.0" encoding="iso-8859-1"?><a>\u00fc</a>'].map((letter) => letter.charCodeAt(0)),
        'text/xml',
      ),
      {},
      expect.stringContaining('<a>ü</a>'),
    ],
    ['JSON under another name', buildResponseUrl('{"a": 1}', 'application/x-amz-json-1.1'), {}, { a: 1 }],
    ['JSON with a parameter behind a comma', buildResponseUrl('{"a": 1}', 'application/json, okta-version=1.0.0'), {}, { a: 1 }],
    ['lines of JSON', buildResponseUrl('{"a": 1}\n', 'application/jsonl'), {}, '{"a": 1}\n'],
    ['YAML', buildResponseUrl('a: 1', 'application/yaml'), {}, 'a: 1'],
    ['a token', buildResponseUrl('a.b.c', 'application/jwt'), {}, 'a.b.c'],
    [
      'a form with a file',
      buildResponseUrl(
        '--b\r\nContent-Disposition: form-data; name=n\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=f; filename=a\r\n\r\nx\r\n--b--',
        'multipart/form-data; boundary=b',
      ),
      {},
      { n: '1', f: { fileName: 'a', contentType: 'application/octet-stream', base64: 'eA==' } },
    ],
    ['text as base64, when bytes are wanted', buildResponseUrl('abc', 'text/plain'), { responseType: 'Base64' }, 'YWJj'],
  ])('is read by its content type or as the step says: %s', async (_name, url, extra, value) => {
    const { run, seen } = await call(url, extra);
    expect(run.errorMessage).toBeNull();
    expect(seen).toMatchObject({ Response: value });
  });

  test('fails a step that wants JSON but gets something else, and later steps still see its text if the step continues', async () => {
    const failed = await call(buildResponseUrl('<html>', 'text/html'), { responseType: 'Json', useRetry: true });
    expect(failed.run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('The response is not JSON') });
    const continued = await call(buildResponseUrl('<html>', 'text/html'), { responseType: 'Json', continueOnFailure: true });
    expect(continued.seen).toMatchObject({ Response: '<html>', ResponseHttpStatusCode: 200, Error: expect.stringContaining('not JSON') });
  });

  test('HOSTILE 48: fails the step if it isn’t in its declared charset, and its bytes are available if the step continues', async () => {
    for (const type of ['text/plain; charset=utf-8', 'application/json', 'text/csv; charset=klingon']) {
      const { run, seen } = await call(buildResponseUrl([0x22, 0xfc, 0x22], type), { continueOnFailure: true });
      expect(run.status).toBe('Succeeded');
      expect(seen).toMatchObject({ Response: 'Ivwi', Error: expect.stringContaining('cannot be read as text') });
    }
    expect((await call(buildResponseUrl([0x22, 0xfc, 0x22], 'application/json'), { responseType: 'Text' })).seen).toMatchObject({
      Response: '"ü"',
    });
  });

  test('HOSTILE 9: fails only its own step, with a clear error, if it’s nested too deeply to write as JSON', async () => {
    const query = new URLSearchParams({ type: 'application/json', nested: '200000' });
    const said = "The step's data is nested deeper than 500 levels.";
    const continued = await call(target(`/answer/${randomText()}?${query}`), { continueOnFailure: true });
    expect(continued.run.status).toBe('Succeeded');
    expect(continued.seen).toEqual({ Error: said });
    const failed = await call(target(`/answer/${randomText()}?${query}`));
    expect(failed.run).toMatchObject({ status: 'Failed', errorMessage: said });
    expect(failed.shown?.error).toBe(said);
  });

  test('keeps bytes intact: what one step receives as base64 the next sends as bytes', async () => {
    const path = `/echo/${randomText()}`;
    const get = { stepId: 'get', type: 'HttpRequest' as const, url: buildResponseUrl(PNG, 'image/png') };
    const put = {
      stepId: 'put',
      type: 'HttpRequest' as const,
      httpMethod: 'PUT',
      url: target(path),
      headers: { 'content-type': '$Steps["get"].ResponseHeaders["content-type"]' },
      body: '$Steps["get"].Response',
    };
    const { runId } = await start(chain(get, put));
    expect((await until(runId)).errorMessage).toBeNull();
    expect((await callsTo(path))[0]?.bodyBase64).toBe(btoa(String.fromCharCode(...PNG)));
  });
});

describe('redirects of an HTTP request step', () => {
  const redirect = (status: number, to: string) => target(`/redirect/${status}?to=${encodeURIComponent(to)}`);

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"a": 1}'],
    [308, 'POST', '{"a": 1}'],
  ])('a POST with response %d continues as %s, and the final address is shown', async (status, method, body) => {
    const path = `/echo/${randomText()}`;
    const { run, shown } = await call(redirect(status, path), { httpMethod: 'POST', body: '{"a": 1}' });
    expect(run.errorMessage).toBeNull();
    expect(await callsTo(path)).toMatchObject([{ method, body }]);
    expect(shown?.response?.attributes?.url).toBe(target(path));
  });

  test('HOSTILE 20: to another origin drop the credentials but send the body', async () => {
    const path = `/echo/${randomText()}`;
    const headers = { Authorization: 'Bearer s3cret-token', 'X-Api-Key': 's3cret-key', Cookie: 'sid=s3cret', 'X-Order': '7' };
    await call(redirect(307, testEnv.OTHER_TARGET + path), { httpMethod: 'POST', headers, body: '{"a": 1}' });
    const [arrived] = await callsTo(path, testEnv.OTHER_TARGET);
    expect(arrived).toMatchObject({ method: 'POST', body: '{"a": 1}', headers: { 'content-type': 'application/json' } });
    // Systems use any name for their keys, so unknown headers are dropped as well.
    expect(arrived?.headers).not.toHaveProperty('x-order');
    expect(JSON.stringify(arrived)).not.toContain('s3cret');
    const inside = `/echo/${randomText()}`;
    await call(redirect(307, inside), { httpMethod: 'POST', headers, body: '{}' });
    expect((await callsTo(inside))[0]?.headers).toMatchObject({ authorization: 'Bearer s3cret-token', 'x-order': '7' });
  });

  test('are the response if the step does not follow them', async () => {
    const path = `/echo/${randomText()}`;
    const { run, seen } = await call(redirect(302, path), { followRedirects: false });
    expect(run.status).toBe('Succeeded');
    expect(seen).toMatchObject({ ResponseHttpStatusCode: 302, Response: 'moved', ResponseHeaders: { location: path } });
    expect(await callsTo(path)).toEqual([]);
  });
});

describe('failing calls', () => {
  test('a server slower than the step’s timeout is abandoned, and called again if the step retries', async () => {
    const key = randomText();
    const { run } = await call(target(`/held/${key}`), { timeoutSeconds: 1, useRetry: true });
    expect(run).toMatchObject({
      status: 'Failed',
      errorMessage:
        'The server did not respond in full within 1 second. The call may have arrived, so check there before you send it again.',
    });
    const cuts = async () => (await callsTo(`/held/${key}`)).map(({ wasCut }) => wasCut);
    await expect.poll(cuts).toEqual([true, true, true]);
  });

  test('a response that breaks off is requested again', async () => {
    const path = `/broken/1/${randomText()}`;
    const { run, seen } = await call(target(path), { useRetry: true });
    expect(run.errorMessage).toBeNull();
    expect(seen).toMatchObject({ Response: { ok: true, before: 2 } });
  });

  test('408, 425, 429 and 5xx are tried three times, then the run continues if the step does', async () => {
    const asked = [408, 425, 429, 500, 502, 503].map(async (status) => {
      const path = `/status/${status}/${randomText()}`;
      const { run, seen } = await call(target(path), { useRetry: true, continueOnFailure: true });
      expect(run.status).toBe('Succeeded');
      expect(seen).toMatchObject({ ResponseHttpStatusCode: status, Response: { status }, Error: `The server responded with ${status}.` });
      expect(await callsTo(path)).toHaveLength(3);
    });
    await Promise.all(asked);
  });

  test('any other status is tried once, and fails the run', async () => {
    const asked = [400, 401, 404, 409, 422].map(async (status) => {
      const path = `/status/${status}/${randomText()}`;
      const { run } = await call(target(path), { useRetry: true });
      expect(run).toMatchObject({ status: 'Failed', errorMessage: `The server responded with ${status}.` });
      expect(await callsTo(path)).toHaveLength(1);
    });
    await Promise.all(asked);
  });

  test('report what the server said without secrets, but no bytes or web pages', async () => {
    const secret = `very-secret-${randomText()}`;
    const words = `Sorry ${'very '.repeat(54)}${secret}`;
    const failure = async (type: string, body: string, headers = {}) => {
      const base64 = encodeURIComponent(Buffer.from(body).toString('base64'));
      const path = `/answer/${randomText()}?status=422&type=${encodeURIComponent(type)}&base64=${base64}`;
      return (await call(target(path), { headers })).run.errorMessage;
    };
    expect(await failure('application/json', '{"error": {"message": "The title is taken"}}')).toBe(
      'The server responded with 422: The title is taken.',
    );
    expect(await failure('text/plain', 'boom')).toBe('The server responded with 422: boom.');
    for (const [type, body] of [
      ['text/html', '<h1>boom</h1>'],
      ['application/octet-stream', 'boom'],
      ['application/json', '{"ok": false}'],
      ['text/plain', ''],
    ] as const) {
      expect(await failure(type, body), type).toBe('The server responded with 422.');
    }
    const authorization = `Bearer ${secret}`;
    expect(await failure('text/plain', `${secret} is not known`, { authorization })).not.toContain(secret);
    // The end of the shown text cuts through the secret.
    const cut = await failure('text/plain', `${words} is not known`, { authorization });
    expect(cut).toMatch(/^The server responded with 422: Sorry very .*very…$/);
  });

  test('a step that continues on error also continues without any response: later steps see the error and no status', async () => {
    const { run, seen } = await call(target(`/broken/9/${randomText()}`), { continueOnFailure: true });
    expect(run.status).toBe('Succeeded');
    expect(seen).toEqual({ Error: expect.stringMatching(/./) });
  });
});

test('several cookies of a response are a list, and a single one is its text', async () => {
  const names = {
    stepId: 'names',
    type: 'CustomScript' as const,
    script:
      'return [Steps["call"].ResponseHeaders["set-cookie"]].flat().map((cookie) => cookie.split("=")[0]).concat(typeof Steps["call"].ResponseHeaders["set-cookie"])',
  };
  for (const [query, seen] of [
    ['cookie=a%3D1%3B%20Expires%3DWed%2C%2009%20Jun%202027%2010%3A18%3A14%20GMT&cookie=b%3D2', ['a', 'b', 'object']],
    ['cookie=a%3D1', ['a', 'string']],
  ] as const) {
    const { runId } = await start(chain({ stepId: 'call', type: 'HttpRequest', url: target(`/answer/${randomText()}?${query}`) }, names));
    await until(runId);
    const record = (await allSteps(runId)).find(({ name }) => name === 'names');
    expect((await getShard(runId).getStepInstance(runId, record?.id ?? ''))?.stepData?.response?.body).toEqual(seen);
  }
});
