import { describe, expect, test } from 'vitest';
import { type WorkflowStep, workflowStepsSchema } from '../step-types/workflow-step.ts';
import example from '../testing/design-example.json' with { type: 'json' };
import { shareableSteps } from './shareable-steps.ts';

const share = (step: object) => shareableSteps([step as WorkflowStep])[0] as unknown as Record<string, unknown>;

describe('steps given to another person', () => {
  test('are unchanged if they contain nothing that belongs to the owner', () => {
    const steps = workflowStepsSchema.parse(example.steps);
    expect(shareableSteps(steps)).toEqual(steps);
  });

  test('lose ids of connectors and of the editor', () => {
    expect(
      share({
        stepId: 's',
        type: 'SyncStep',
        clientId: 'c1',
        connectorId: 'mine',
        connectorTypeId: 'shopify',
        sourceConnectorId: 'mine too',
        sourceConnectorTypeId: 'shopify',
        targetConnectorId: 'mine as well',
      }),
    ).toEqual({ stepId: 's', type: 'SyncStep', connectorTypeId: 'shopify', sourceConnectorTypeId: 'shopify' });
    const id = crypto.randomUUID();
    const integration = share({ stepId: 'i', type: 'IntegrationStep', fieldsData: { store: id, count: 3, list: [id, 'plain'] } });
    expect(integration.fieldsData).toEqual({ store: '', count: 3, list: ['', 'plain'] });
  });

  test('lose literal credentials, and keep expressions', () => {
    const step = share({
      stepId: 'h',
      type: 'HttpRequest',
      url: 'https://user:pass@api.example/v1?api_key=abc&page=2&token=${Steps["login"].Response.token}',
      headers: {
        Authorization: 'Bearer abc.def',
        'X-Api-Key': '${$Data.key}',
        authorization: 'Bearer ${Steps["login"].Response.token}',
        cookie: 'sid=1',
        'content-type': 'application/json',
        'Shop-Access-Token': 'shpat_1',
      },
      body: '{"client_secret": "s3cret", "deep": [{"password": "x", "id": 1}]}',
      responseSampleJson: '{"access_token": "t", "name": "n"}',
    });
    expect(step.url).toBe('https://api.example/v1?api_key=&page=2&token=${Steps["login"].Response.token}');
    expect(step.headers).toEqual({
      Authorization: '',
      'X-Api-Key': '${$Data.key}',
      authorization: 'Bearer ${Steps["login"].Response.token}',
      cookie: '',
      'content-type': 'application/json',
      'Shop-Access-Token': '',
    });
    expect(JSON.parse(step.body as string)).toEqual({ client_secret: '', deep: [{ password: '', id: 1 }] });
    expect(JSON.parse(step.responseSampleJson as string)).toEqual({ access_token: 'text', name: 'text' });
  });

  test('lose credentials in forms, in bodies with expressions, in mappings and stored values', () => {
    expect(share({ stepId: 'h', type: 'HttpRequest', url: 'u', body: 'grant=x&client_secret=abc&n=1' }).body).toBe(
      'grant=x&client_secret=&n=1',
    );
    expect(share({ stepId: 'h', type: 'HttpRequest', url: 'u', body: '{"n": ${1}, "apiKey": "abc", "x": "y"}' }).body).toBe(
      '{"n": ${1}, "apiKey": "", "x": "y"}',
    );
    expect(
      share({
        stepId: 'c',
        type: 'ConnectorOperation',
        requestParameterMappings: [
          { fromParameterExpression: 'abc', toParameterPath: 'auth.password' },
          { fromParameterExpression: 'abc', toParameterPath: 'auth["password"]' },
          { fromParameterExpression: '$Data.p', toParameterPath: 'auth.password' },
          { fromParameterExpression: 'abc', toParameterPath: 'name' },
        ],
      }).requestParameterMappings,
    ).toMatchObject([
      { fromParameterExpression: '' },
      { fromParameterExpression: '' },
      { fromParameterExpression: '$Data.p' },
      { fromParameterExpression: 'abc' },
    ]);
    expect(share({ stepId: 'd', type: 'DataStorage', keyValues: [{ key: 'apiKey', valueExpression: 'abc' }] }).keyValues).toEqual([
      { key: 'apiKey', valueExpression: '' },
    ]);
  });

  test('HOSTILE 9: a member named __proto__ is data, and changes no prototype', () => {
    const step = share({ stepId: 'i', type: 'IntegrationStep', fieldsData: JSON.parse('{"__proto__": {"password": "x"}}') });
    expect(JSON.stringify(step.fieldsData)).toBe('{"__proto__":{"password":""}}');
    expect(({} as { password?: string }).password).toBeUndefined();
  });

  test('HOSTILE 32: samples keep their shape and lose their content, as in templates', () => {
    const sample = { id: 17, customer: { email: 'ada@example.com' }, lines: [{ sku: 'tea' }, {}] };
    for (const member of ['payloadSampleJson', 'responseSampleJson']) {
      const step = share({ stepId: 't', type: 'Trigger', triggerType: 'Webhook', [member]: JSON.stringify(sample) });
      expect(JSON.parse(step[member] as string)).toEqual({ id: 0, customer: { email: 'text' }, lines: [{ sku: 'text' }] });
    }
    expect(share({ stepId: 't', type: 'Trigger', payloadSampleJson: 'ada@example.com' }).payloadSampleJson).toBeNull();
  });

  test.each([
    'PRIVATE-TOKEN',
    'X-Amz-Security-Token',
    'X-Functions-Key',
    'X-Secret-Key',
    'X-Master-Key',
    'DD-APPLICATION-KEY',
    'X-Signature',
    'Ocp-Apim-Subscription-Key',
    'X-Key',
  ])('HOSTILE 32: lose the header %s', (name) => {
    expect(share({ stepId: 'h', type: 'HttpRequest', url: 'u', headers: { [name]: 'abc', 'x-page': '1' } }).headers).toEqual({
      [name]: '',
      'x-page': '1',
    });
  });

  test('HOSTILE 32: lose keys and codes in addresses, their query parameters and their paths', () => {
    const url = (text: string) => share({ stepId: 'h', type: 'HttpRequest', url: text }).url;
    expect(url('https://x.example/f?code=abc&key=def&page=2&countryCode=NL')).toBe('https://x.example/f?code=&key=&page=2&countryCode=NL');
    expect(url('https://hooks.slack.com/services/T0/B0/secret')).toBe('https://hooks.slack.com/services/');
    expect(url('https://api.telegram.org/bot1:secret/send')).toBe('https://api.telegram.org/bot/send');
    const step = share({
      stepId: 'h',
      type: 'HttpRequest',
      url: 'u',
      queryParameters: [
        { name: 'key', valueExpression: 'abc' },
        { name: 'code', valueExpression: '$Data.code' },
        { name: 'page', valueExpression: '2' },
      ],
    });
    expect(step.queryParameters).toEqual([
      { name: 'key', valueExpression: '' },
      { name: 'code', valueExpression: '$Data.code' },
      { name: 'page', valueExpression: '2' },
    ]);
  });

  test('HOSTILE 32: lose short codes, as texts and as numbers, in bodies with and without expressions', () => {
    const body = (text: string) => share({ stepId: 'h', type: 'HttpRequest', url: 'u', body: text }).body;
    expect(JSON.parse(String(body('{"pin": 1234, "cvv": "321", "tokens": 5}')))).toEqual({ pin: '', cvv: '', tokens: 5 });
    expect(body('{"pin": 1234, "n": ${Data.n}, "cvv": "321"}')).toBe('{"pin": "", "n": ${Data.n}, "cvv": ""}');
    expect(body('pin=1234&page=2')).toBe('pin=&page=2');
  });
});
