import { createExecutionContext } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { app } from '../../src/app.ts';
import { api, createContext, fetchWorker, type Person, signedInPerson } from '../api.ts';

const respondingTrigger = { type: 'Trigger', triggerType: 'Webhook', webhookAnswer: 'WhenRunEnds', webhookAnswerSeconds: 60 };

async function makeWebhook(trigger: object, rest: object[], settings: object = {}): Promise<{ person: Person; path: string }> {
  const person = await signedInPerson();
  const first = rest[0] as { stepId?: string } | undefined;
  const steps = [{ stepId: 'start', ...respondingTrigger, ...(first ? { nextStepId: first.stepId } : {}), ...trigger }, ...rest];
  const made = await api('POST /api/workflows/', { token: person.token, body: { name: 'Answers', ...settings, steps } });
  expect(made.status, made.message).toBe(200);
  const activated = await api(`POST /api/workflows/${made.body.workflow.id}/activate`, { token: person.token });
  expect(activated.status, activated.message).toBe(200);
  return { person, path: `/api/webhooks/${made.body.workflow.triggerCode}` };
}

const end = (response: object) => ({ stepId: 'end', type: 'EndStep', endStepScope: 'Workflow', response });
const script = (source: string, nextStepId: string | null = 'end') => ({
  stepId: 'work',
  type: 'CustomScript',
  script: source,
  nextStepId,
});
const json = { 'content-type': 'application/json' };
const post = (path: string, body: BodyInit, headers: Record<string, string> = json) => fetchWorker(path, { method: 'POST', headers, body });

describe('a webhook that responds when its run ends', () => {
  test.each(['LogAllData', 'LogOnlyIfError'])('returns status, headers and body of the End step (%s)', async (loggingMode) => {
    const rest = [
      script('return { sum: Steps["start"].Payload.a + 1, quote: "\\"x\\"" }'),
      end({
        status: '201',
        headers: [
          { name: 'X-Sum', valueExpression: '$Steps["work"].Response.sum' },
          { name: 'Cache-Control', valueExpression: 'no-store' },
        ],
        body: '{"sum": $Steps["work"].Response.sum, "said": "$Steps[\\"work\\"].Response.quote"}',
      }),
    ];
    const { path } = await makeWebhook({}, rest, { loggingMode });
    const answer = await post(path, '{"a": 41}');
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ sum: 42, said: '"x"' });
    expect(answer.headers.get('x-sum')).toBe('42');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('a hundred simultaneous callers each get their own response', async () => {
    const rest = [script('return Steps["start"].Payload.n * 2'), end({ body: '$Steps["work"].Response' })];
    const { path } = await makeWebhook({}, rest);
    // Each caller looks a new address up, and gets 503 if PostgreSQL takes more than two seconds for all of them.
    await expect.poll(async () => (await post(path, '{"n": 0}')).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => (await post(path, JSON.stringify({ n }))).json() as Promise<number>),
    );
    expect(answers).toEqual(Array.from({ length: 100 }, (_, n) => n * 2));
  });

  test('an equal delivery gets the same response and starts nothing', async () => {
    const { path } = await makeWebhook({}, [script('return Math.random()'), end({ body: '$Steps["work"].Response' })]);
    const headers = { ...json, 'idempotency-key': crypto.randomUUID(), 'x-github-delivery': crypto.randomUUID() };
    const answers = [await post(path, '{}', headers), await post(path, '{}', headers)];
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    expect(second).toBe(first);
  });

  test('past its deadline it returns the run’s id, and the run continues', async () => {
    const wait = { stepId: 'wait', type: 'DelayStep', delayValue: 10, delayType: 'Seconds', nextStepId: 'end' };
    const { person, path } = await makeWebhook({ webhookAnswerSeconds: 1 }, [wait, end({ body: '"late"' })]);
    const answer = await post(path, '{}');
    expect(answer.status).toBe(202);
    const { workflowInstanceId } = (await answer.json()) as { workflowInstanceId: string };
    const statusOf = async () =>
      (await api(`GET /api/workflows/instances/${workflowInstanceId}`, { token: person.token })).body.workflowInstance.status;
    await expect.poll(statusOf).toBe('Succeeded');
  });

  test('a run that waits within its deadline responds at its end', async () => {
    const wait = { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Seconds', nextStepId: 'end' };
    const { path } = await makeWebhook({}, [wait, end({ status: '$Steps["start"].Payload.status', body: '' })]);
    expect((await post(path, '{"status": 204}')).status).toBe(204);
  });

  test('a large call that waits for its response lets other large calls start', async () => {
    const wait = { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours', nextStepId: 'end' };
    const [slow, quick] = [await makeWebhook({}, [wait, end({ body: '"late"' })]), await makeWebhook({}, [end({ body: '"now"' })])];
    const large = JSON.stringify('x'.repeat(7_000_000));
    let hasResponded = false;
    const waiting = post(slow.path, large).then(async (answer) => {
      hasResponded = true;
      return answer.json();
    });
    const { token } = slow.person;
    const findRuns = async () => (await api('GET /api/workflows/find-instances', { token })).body.workflowInstances;
    await expect.poll(findRuns).toHaveLength(1);
    expect([await (await post(quick.path, large)).text(), hasResponded]).toEqual(['"now"', false]);
    const [{ id }] = await findRuns();
    expect((await api(`POST /api/workflows/instances/${id}/cancel`, { token })).status).toBe(200);
    expect(await waiting).toMatchObject({ workflowInstanceId: id });
  });

  test('a run without a response returns its id; a failed one returns no more than that', async () => {
    const conditions = [{ leftExpression: '$Steps["start"].Payload.responds', operator: 'IsTrue' }];
    const route = { stepId: 'route', type: 'Branch', conditionGroups: [{ name: 'Yes', conditions, nextStepId: 'end' }, { name: 'No' }] };
    const { path } = await makeWebhook({}, [
      script('if (Steps["start"].Payload.fail) throw new Error("The password is hunter2"); return 1', 'route'),
      route,
      end({ body: '"yes"' }),
    ]);
    const good = await post(path, '{}');
    expect([good.status, Object.keys((await good.json()) as object)]).toEqual([200, ['workflowInstanceId']]);
    const bad = await post(path, '{"fail": true}');
    const text = await bad.text();
    expect([bad.status, JSON.parse(text).errors[0].code]).toEqual([500, 'run-not-finished']);
    expect(text).not.toContain('hunter2');
  });

  test.each([
    ['{"said": "$Steps[\\"start\\"].Payload.name"}', '{"said": "Ann \\"A\\" Lee"}', 'application/json; charset=utf-8'],
    ['Thanks, $Steps["start"].Payload.name', 'Thanks, Ann "A" Lee', 'text/plain; charset=utf-8'],
  ])('without a content type the body %s is sent as what it is', async (template, body, contentType) => {
    const { path } = await makeWebhook({}, [end({ body: template })]);
    const answer = await post(path, '{"name": "Ann \\"A\\" Lee"}');
    expect([await answer.text(), answer.headers.get('content-type')]).toEqual([body, contentType]);
  });

  test('a file is sent as its bytes, with its type and name', async () => {
    const { path } = await makeWebhook({}, [end({ body: '$Steps["start"].Payload.file' })]);
    const form = new FormData();
    const bytes = new Uint8Array([0, 255, 13, 10, 128]);
    form.append('file', new File([bytes], 'Übersicht.png', { type: 'image/png' }));
    const answer = await fetchWorker(path, { method: 'POST', body: form });
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="_bersicht.png"; filename*=UTF-8''%C3%9Cbersicht.png`);
  });

  test('an invalid status fails the run', async () => {
    const { path } = await makeWebhook({}, [end({ status: '$Steps["start"].Payload.status' })]);
    expect((await post(path, '{"status": 99}')).status).toBe(500);
    expect((await post(path, '{"status": "no"}')).status).toBe(500);
  });

  test.each([
    ...['text/javascript', 'application/x-JavaScript; charset=utf-8', 'text/jscript', 'application/wasm', 'text/css'],
    'Multipart/x-mixed-replace; boundary=a',
  ])('HOSTILE 45: a response is never a page’s script or style, nor parts with their own headers (%s)', async (contentType) => {
    const { path } = await makeWebhook({}, [end({ headers: [{ name: 'content-type', valueExpression: contentType }], body: 'alert(1)' })]);
    const answer = await post(path, '{}');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('HOSTILE 45: a header from outside can’t start another one', async () => {
    const { path } = await makeWebhook({}, [
      end({ headers: [{ name: 'x-name', valueExpression: '$Steps["start"].Payload.name' }], body: '' }),
    ]);
    expect((await post(path, JSON.stringify({ name: 'a\r\nset-cookie: b=c' }))).status).toBe(500);
    expect((await post(path, JSON.stringify({ name: 'plain' }))).headers.get('x-name')).toBe('plain');
  });
});

describe('a redirect', () => {
  const to = (location: string) => [end({ status: '303', headers: [{ name: 'Location', valueExpression: location }] })];
  const HOOKS = 'https://hooks.portage.test';
  /** Calls the address that is only for webhooks. */
  const callApart = (path: string, init?: RequestInit) =>
    app(createContext(new Request(`${HOOKS}${path}`, init), createExecutionContext(), { env: { WEBHOOK_ORIGIN: HOOKS } }));
  const postApart = (path: string, body: string) => callApart(path, { method: 'POST', headers: json, body });

  test('HOSTILE 45: leads nowhere on the product’s address, however it is written', async () => {
    for (const location of ['https://shop.example/thanks', 'https://portage.test/', 'https://evil.example/${Steps["start"].Payload.id}']) {
      const { path } = await makeWebhook({}, to(location));
      const answer = await fetchWorker(path, { method: 'POST', headers: json, body: '{"id": "a"}', redirect: 'manual' });
      expect([answer.status, answer.headers.get('location'), answer.headers.get('refresh')]).toEqual([500, null, null]);
      expect(await answer.text()).toContain('redirect-not-allowed');
    }
  });

  test('HOSTILE 45: leads from the webhook address to a host that the author wrote, and values fill only its path', async () => {
    const good = await makeWebhook({}, to('https://shop.example/thanks?order=${urlEncode($Steps["start"].Payload.id)}'));
    const answer = await postApart(good.path, '{"id": "a b"}');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://shop.example/thanks?order=a%20b']);
    for (const location of ['$Steps["start"].Payload.id', 'https://$Steps["start"].Payload.id', 'javascript:alert(1)', '//evil.example/']) {
      const bad = await makeWebhook({}, to(location));
      expect((await postApart(bad.path, '{"id": "https://evil.example/"}')).status, location).toBe(500);
    }
    for (const path of ['/api/users/me', '/api/health', '/', '/api/openapi.json']) {
      expect((await callApart(path)).status, path).toBe(404);
    }
  });
});

describe('allowed methods', () => {
  test('others get 405 and start nothing', async () => {
    const { person, path } = await makeWebhook({ webhookAnswer: 'AtOnce', allowedMethods: ['POST', 'PUT'] }, [script('return 1', null)]);
    const refused = await fetchWorker(path, { method: 'GET' });
    expect([refused.status, refused.headers.get('allow'), refused.headers.get('access-control-allow-origin')]).toEqual([
      405,
      'POST, PUT',
      '*',
    ]);
    expect(((await refused.json()) as { errors: { code: string }[] }).errors[0]?.code).toBe('method-not-allowed');
    expect((await fetchWorker(path, { method: 'PUT', headers: json, body: '{}' })).status).toBe(202);
    const runs = () => api('GET /api/workflows/find-instances?pageIndex=0&pageSize=10', { token: person.token });
    await expect.poll(async () => (await runs()).body.totalCount).toBe(1);
  });
});

describe('a multipart form', () => {
  test('arrives as fields and files', async () => {
    const { path } = await makeWebhook({}, [end({ body: '$Steps["start"].Payload' })]);
    const form = new FormData();
    form.append('name', 'Ada');
    form.append('tag', 'a');
    form.append('tag', 'b');
    form.append('__proto__', 'kept');
    form.append('file', new File([new Uint8Array([1, 2, 255])], 'photo.png', { type: 'image/png' }));
    const answer = await fetchWorker(path, { method: 'POST', body: form });
    expect(await answer.text()).toBe(
      '{"name":"Ada","tag":["a","b"],"__proto__":"kept","file":{"fileName":"photo.png","contentType":"image/png","base64":"AQL/"}}',
    );
  });

  test('that can’t be read is refused', async () => {
    const { path } = await makeWebhook({}, [end({ body: '""' })]);
    const field = 'Content-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    for (const [type, body] of [
      ['multipart/form-data; boundary=x', 'no form'],
      ['multipart/form-data; boundary=x', `--x\r\n${field}`],
      ['multipart/form-data', `--x\r\n${field}--x--\r\n`],
    ] as const) {
      const answer = await post(path, body, { 'content-type': type });
      const { errors } = (await answer.json()) as { errors: { code: string }[] };
      expect([answer.status, errors[0]?.code], body).toEqual([400, 'content-type-mismatch']);
    }
  });

  test('with very many fields of one name is read as fast as any other', async () => {
    const { path } = await makeWebhook({}, [end({ body: '${count($Steps["start"].Payload.k)}' })]);
    const field = '--x\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n';
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await post(path, `${field.repeat(50_000)}--x--\r\n`, type);
    expect([answer.status, await answer.text()]).toEqual([200, '50000']);
    const refused = await post(path, `${field.repeat(50_001)}--x--\r\n`, type);
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ code: 'too-many-fields' }] }]);
  });
});

describe('invalid settings', () => {
  test.each([
    [{ webhookAnswerSeconds: 61 }, end({}), 'The time limit must be from 1 to 60 seconds'],
    [{ allowedMethods: [] }, end({}), 'Choose at least one method'],
    [{}, { ...end({}), response: null }, 'The caller waits for a response, but no End step gives one: add an End step that responds'],
    [{}, end({ status: '99' }), 'The status must be from 200 to 599'],
    [{}, end({ headers: [{ name: 'a b', valueExpression: '' }] }), '"a b" cannot be the name of a header'],
    ...['Set-Cookie', 'Content-Security-Policy', 'WWW-Authenticate', 'X-Accel-Redirect'].map((name): [object, object, string] => [
      {},
      end({ headers: [{ name, valueExpression: 'a' }] }),
      `A response can't have the header ${name}`,
    ]),
  ])('%j %j', async (trigger, step, message) => {
    const person = await signedInPerson();
    const steps = [{ stepId: 'start', ...respondingTrigger, nextStepId: 'end', ...trigger }, step];
    const made = await api('POST /api/workflows/', { token: person.token, body: { name: 'Bad', steps } });
    const activated = await api(`POST /api/workflows/${made.body.workflow.id}/activate`, { token: person.token });
    expect(activated.status).toBe(400);
    expect(JSON.stringify(activated.body)).toContain(message.replaceAll('"', '\\"'));
  });
});
