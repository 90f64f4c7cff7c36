import { describe, expect, test } from 'vitest';
import { CRM_DOCUMENT } from '../../test/crm-document.ts';
import { finish, makeCrm, operation, script } from '../../test/operation-harness.ts';

const LINES_PATH = '/orders/{orderId}/lines';
const LINES = `POST ${LINES_PATH}`;

describe('the request of a connector operation (ENG-21)', () => {
  test('fills path, query, header and body in the document’s types and styles, and supplies common required values itself', async () => {
    const { connectorId, calls } = await makeCrm();
    const step = operation(connectorId, LINES, {
      'path.orderId': 'no ${Steps["start"].Payload.id}/a',
      'query.filter': '$Steps["start"].Payload.filter',
      'query.ids': '$Steps["start"].Payload.ids',
      'query.tag[0]': 'red',
      'query.tag[1]': 'a&b',
      'header["X-Trace"]': 'trace-1',
      'body.sku': '$Steps["start"].Payload.id',
      'body.quantity': '3',
      'body.gift': 'true',
      'body.options[0].name': 'size',
      'body.options[0].level': '$Steps["start"].Payload.level',
      'body.price': '$Steps["start"].Payload.missing',
      'body.unknown': '$Steps["start"].Payload.filter',
    });
    const payload = { id: 7, filter: { created: { gte: 5 }, status: 'open' }, ids: [1, '2'], level: '4' };
    const { run, runId, data } = await finish([step], payload);
    expect(run.errorMessage).toBeNull();
    const [call] = await calls();
    expect(call?.path).toBe('/orders/no%207%2Fa/lines?filter[created][gte]=5&filter[status]=open&ids=1,2&tag=red&tag=a%26b&dry=true');
    expect(call).toMatchObject({
      method: 'POST',
      headers: {
        'x-trace': 'trace-1',
        'content-type': 'application/json',
        authorization: 'Bearer sk_live_4242424242',
        'idempotency-key': `${runId}/call`,
      },
    });
    const body = { sku: '7', quantity: 3, gift: true, options: [{ name: 'size', level: 4 }], unknown: payload.filter };
    expect(JSON.parse(call?.body ?? '')).toEqual(body);
    const shown = await data('call');
    expect(shown).toMatchObject({
      request: { method: 'POST', body },
      requestUrl: expect.stringContaining('/orders/no%207%2Fa/lines'),
      response: { responseHttpStatusCode: 200, attributes: { url: expect.stringContaining('/lines') } },
    });
    expect(JSON.stringify(shown)).not.toContain('sk_live_4242424242');
  });

  test('sends forms with deepObject, and multipart with a file', async () => {
    const { connectorId, calls } = await makeCrm();
    const form = operation(connectorId, 'POST /form', {
      'body.amount': '12',
      'body.metadata.order': 'A 1',
      'body.expand': '$Steps["start"].Payload.expand',
    });
    const files = operation(
      connectorId,
      'POST /files',
      { 'body.title': 'Über "x"', 'body.file': '$Steps["start"].Payload.file' },
      { stepId: 'files', requestContentType: 'multipart/form-data' },
    );
    const payload = { expand: ['a', 'b'], file: { fileName: 'note.txt', contentType: 'text/plain', base64: btoa('hello') } };
    const { run } = await finish([form, files], payload);
    expect(run.errorMessage).toBeNull();
    const [sent, parts] = await calls();
    expect(sent?.body).toBe('amount=12&expand[0]=a&expand[1]=b&metadata[order]=A%201');
    expect(sent?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const received = await new Response(parts?.body, { headers: { 'content-type': parts?.headers['content-type'] ?? '' } }).formData();
    expect(received.get('title')).toBe('Über "x"');
    const file = received.get('file') as unknown as File;
    expect([file.name, file.type, await file.text()]).toEqual(['note.txt', 'text/plain', 'hello']);
  });

  test('passes a file between steps: a binary response keeps its name, and typed Base64 and text become files', async () => {
    const { connectorId, calls } = await makeCrm();
    const upload = (stepId: string, mapped: Record<string, string>) =>
      operation(connectorId, 'POST /files', mapped, { stepId, requestContentType: 'multipart/form-data' });
    const { run } = await finish([
      operation(connectorId, 'GET /picture', {}, { stepId: 'picture' }),
      upload('whole', { 'body.file': '$Steps["picture"].ResponseFile' }),
      upload('bytes', { 'body.file': '$Steps["picture"].Response' }),
      upload('typed', { 'body.file': btoa('hello') }),
      upload('parts', { 'body.file.fileName': 'a.csv', 'body.file.contentType': 'text/csv', 'body.file.text': 'a,b' }),
      operation(connectorId, 'POST /files', { 'body.url': 'https://a.example/x' }, { stepId: 'json' }),
    ]);
    expect(run.errorMessage).toBeNull();
    const [, ...uploads] = await calls();
    const json = uploads.pop();
    expect([json?.headers['content-type'], json?.body]).toEqual(['application/json', '{"url":"https://a.example/x"}']);
    // The system stores bodies as text, so bytes that aren't UTF-8 show in their length.
    const heads = uploads.map(({ body }) =>
      /filename="([^"]*)"\r\nContent-Type: ([^\r]*)\r\n\r\n([\s\S]*?)\r\n--/.exec(String(body))?.slice(1),
    );
    expect(heads.map((head) => head?.slice(0, 2))).toEqual([
      ['cat.png', 'image/png'],
      ['file', 'application/octet-stream'],
      ['file', 'application/octet-stream'],
      ['a.csv', 'text/csv'],
    ]);
    expect([heads[2]?.[2], heads[3]?.[2]]).toEqual(['hello', 'a,b']);
    expect(heads[0]?.[2]).toContain('P\0');
  });

  test('names a media type that the operation does not accept', async () => {
    const { connectorId } = await makeCrm();
    const { run } = await finish([operation(connectorId, 'POST /files', { 'body.url': 'x' }, { requestContentType: 'text/csv' })]);
    expect(run.errorMessage).toBe('body cannot be sent as text/csv: the operation takes application/json, multipart/form-data.');
  });

  test('STEP-34: takes its parameters from a script, keeps the script’s log, and names wrong values that it returns', async () => {
    const { connectorId, calls } = await makeCrm();
    const scripted = (text: string) =>
      operation(connectorId, LINES, { 'path.orderId': 'not this' }, { requestParametersSourceType: 'Script', script: text });
    const good = 'console.log("made"); return { path: { orderId: Steps["start"].Payload.id }, body: { sku: "s", quantity: "2" } };';
    const { run, data } = await finish([scripted(good)], { id: 9 });
    expect(run.errorMessage).toBeNull();
    expect((await calls())[0]).toMatchObject({ path: '/orders/9/lines?dry=true', body: '{"sku":"s","quantity":2}' });
    expect(await data('call')).toMatchObject({ requestScript: good, log: expect.stringContaining('made') });

    const slip = await finish([scripted('return { params: {}, query: 5 };')]);
    expect(slip.run.errorMessage).toBe('params is not one of path, query, header, cookie and body. query must be an object.');
    const thrown = await finish([scripted('throw new Error("no")')]);
    expect(thrown.run.errorMessage).toContain('The script failed: Error: no');
    expect(await calls()).toHaveLength(1);
  });

  test('STEP-41: names every field that is missing or cannot be sent at once, before anything is sent', async () => {
    const { connectorId, calls } = await makeCrm();
    const { run } = await finish([operation(connectorId, LINES, { 'body.quantity': 'many', 'body.gift': 'perhaps' })]);
    expect(run).toMatchObject({ status: 'Failed' });
    for (const text of [
      'path.orderId is required.',
      'body.quantity must be a whole number, but is "many".',
      'body.gift must be true or false, but is "perhaps".',
      'body.sku is required.',
    ]) {
      expect(run.errorMessage).toContain(text);
    }
    const unreadable = { 'path.orderId': '$Steps["nosuch"].Payload', 'body.sku': '${addDays(' };
    const second = await finish([operation(connectorId, LINES, unreadable)]);
    expect(second.run.errorMessage).toMatch(/path\.orderId cannot be read: .*body\.sku cannot be read: /);
    expect(await calls()).toEqual([]);
  });

  test.each([
    ['path.orderId', '..', /must not lead to another path/],
    ['path.orderId', '../../admin', /must not lead to another path/],
    ['path.orderId', '%2e%2e', /must not lead to another path/],
    ['path.orderId', 'a\r\nX-Evil: 1', /must not contain line breaks/],
    ['header["X-Trace"]', 'a\r\nAuthorization: Bearer mine', /must not contain line breaks/],
    ['path.__proto__', 'x', /not a name that can be used/],
  ])('HOSTILE 21: %s cannot be %j', async (path, value, message) => {
    const { connectorId, calls } = await makeCrm();
    const mapped = { 'path.orderId': '1', 'body.sku': 's', 'body.quantity': '1', [path]: '$Steps["start"].Payload.value' };
    const { run } = await finish([operation(connectorId, LINES, mapped)], { value });
    expect(run.errorMessage).toMatch(message);
    expect(await calls()).toEqual([]);
  });

  test('puts the key into a header that the document has for it, and keeps the author’s own', async () => {
    const { connectorId, calls } = await makeCrm();
    const own = operation(connectorId, 'POST /keyed', { 'header["Idempotency-Key"]': 'mine' }, { stepId: 'own' });
    const { runId, run } = await finish([
      operation(connectorId, 'POST /keyed'),
      own,
      { ...operation(connectorId, 'GET /plain'), stepId: 'get' },
    ]);
    expect(run.errorMessage).toBeNull();
    expect((await calls()).map(({ headers }) => headers['idempotency-key'])).toEqual([`${runId}/call`, 'mine', undefined]);
  });

  test('needs no mapping for what the connection adds to every call, even if the document requires it', async () => {
    const authParameters = [{ in: 'header' as const, name: 'x-trace', template: '{apiKey}' }];
    const document = structuredClone(CRM_DOCUMENT);
    const [, , , , , trace] = document.paths[LINES_PATH].post.parameters;
    Object.assign(trace ?? {}, { required: true });
    const mapped = { 'path.orderId': '1', 'body.sku': 's', 'body.quantity': '1' };
    const keyed = await makeCrm({ document, type: { additionalData: { connection: { authParameters } } } });
    expect((await finish([operation(keyed.connectorId, LINES, mapped)])).run.errorMessage).toBeNull();
    expect((await keyed.calls())[0]?.headers['x-trace']).toBe('sk_live_4242424242');
    const without = await makeCrm({ document });
    expect((await finish([operation(without.connectorId, LINES, mapped)])).run.errorMessage).toBe('header.X-Trace is required.');
  });

  test('ENG-24: keeps parameters with x-always-log in a run that logs errors only, and nothing else', async () => {
    const { connectorId } = await makeCrm();
    const step = operation(connectorId, LINES, { 'path.orderId': 'o-77', 'body.sku': 'sku-88', 'body.quantity': '1' });
    const { run, data } = await finish([step, script('later', 'return 1')], {}, { loggingMode: 'LogOnlyIfError' });
    expect(run.status).toBe('Succeeded');
    const kept = JSON.stringify(await data('call'));
    expect(kept).toContain('o-77');
    expect(kept).not.toContain('sku-88');
    expect(await data('later')).toBeNull();
  });
});
