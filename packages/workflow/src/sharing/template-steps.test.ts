import { describe, expect, test } from 'vitest';
import { type WorkflowStep, workflowStepsSchema } from '../step-types/workflow-step.ts';
import example from '../testing/design-example.json' with { type: 'json' };
import { validateWorkflow } from '../validation/validate-workflow.ts';
import { collectConnectorIds, collectConnectorTypeIds, withConnectors, withConnectorTypes } from './connector-places.ts';
import { templateSteps } from './template-steps.ts';

const asTemplate = (step: object) => templateSteps([step as WorkflowStep])[0] as unknown as Record<string, unknown>;

describe('steps of a template', () => {
  test('are unchanged if they contain nothing that belongs to their author', () => {
    const steps = workflowStepsSchema.parse(example.steps);
    expect(templateSteps(steps)).toEqual(steps);
    expect(validateWorkflow(templateSteps(steps))).toEqual(validateWorkflow(steps));
  });

  test('HOSTILE 32: keep the connector types and lose the connectors, on both sides of a step', () => {
    const steps = [
      { stepId: 'a', type: 'ConnectorOperation', connectorId: 'mine', operationId: 'op' },
      {
        stepId: 'b',
        type: 'SyncStep',
        sourceConnectorId: 'shop',
        targetConnectorId: 'books',
        targetConnectorTypeId: 'xero',
        dashboardId: 'd',
      },
    ] as WorkflowStep[];
    expect(collectConnectorIds(steps)).toEqual(['mine', 'shop', 'books']);
    const typed = withConnectorTypes(
      steps,
      new Map([
        ['mine', 'slack'],
        ['shop', 'shopify'],
      ]),
    );
    const template = templateSteps(typed);
    expect(template).toEqual([
      { stepId: 'a', type: 'ConnectorOperation', connectorTypeId: 'slack', operationId: 'op' },
      { stepId: 'b', type: 'SyncStep', sourceConnectorTypeId: 'shopify', targetConnectorTypeId: 'xero' },
    ]);
    expect(collectConnectorTypeIds(template)).toEqual(['slack', 'shopify', 'xero']);
    expect(
      withConnectors(
        template,
        new Map([
          ['slack', 's1'],
          ['xero', 'x1'],
        ]),
      ),
    ).toMatchObject([{ connectorId: 's1' }, { targetConnectorId: 'x1', targetConnectorTypeId: 'xero' }]);
    expect(collectConnectorIds(withConnectors(template, new Map([['shopify', 'c']])))).toEqual(['c']);
  });

  test('HOSTILE 32: samples keep their shape and lose their content', () => {
    const sample = {
      id: 17,
      customer: { email: 'ada@example.com', vip: true },
      at: '2026-05-04T10:11:12+02:00',
      lines: [{ sku: 'tea' }, {}],
    };
    const trigger = asTemplate({ stepId: 't', type: 'Trigger', triggerType: 'Webhook', payloadSampleJson: JSON.stringify(sample) });
    expect(JSON.parse(trigger.payloadSampleJson as string)).toEqual({
      id: 0,
      customer: { email: 'text', vip: false },
      at: '2026-01-01T00:00:00Z',
      lines: [{ sku: 'text' }],
    });
    expect(asTemplate({ stepId: 't', type: 'Trigger', payloadSampleJson: 'ada@example.com' }).payloadSampleJson).toBeNull();
  });

  test('HOSTILE 32: codes of webhook addresses are removed, expressions in their place stay', () => {
    expect(asTemplate({ stepId: 'h', type: 'HttpRequest', url: 'https://portage.test/api/webhooks/Ab3_x-9?x=1' }).url).toBe(
      'https://portage.test/api/webhooks/?x=1',
    );
    const url = 'https://portage.test/api/webhooks/${$Data.code}';
    expect(asTemplate({ stepId: 'h', type: 'HttpRequest', url }).url).toBe(url);
    expect(asTemplate({ stepId: 's', type: 'CustomScript', script: 'return "/api/webhooks/abc"' }).script).toBe('return "/api/webhooks/"');
  });

  test.each([
    ['const apiKey = "abc"; return apiKey', 'const apiKey = ""; return apiKey'],
    ["return { 'X-Api-Key': 'abc', name: 'n' }", "return { 'X-Api-Key': '', name: 'n' }"],
    ['if (token === "abc") return 1', 'if (token === "") return 1'],
    ['headers.set("Authorization", "abc")', 'headers.set("Authorization", "")'],
    ['return "sk_live_0123456789abcdef"', 'return ""'],
    ['return "xoxb-1234567890-abc"', 'return ""'],
    ['return "Bearer 0123456789abcdef"', 'return "Bearer "'],
    ['return "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc"', 'return ""'],
    ['return "https://ada:pass@example.com/x"', 'return "https://example.com/x"'],
    ['return { name: "token", title: "Basic understanding of tea" }', 'return { name: "token", title: "Basic understanding of tea" }'],
    ['const total = Steps["start"].Payload.total', 'const total = Steps["start"].Payload.total'],
  ])('HOSTILE 32: for the script %s everyone gets %s', (script, expected) => {
    expect(asTemplate({ stepId: 's', type: 'CustomScript', script }).script).toBe(expected);
  });

  test('HOSTILE 32: credentials in queries, mappings and descriptions are removed, references to them stay', () => {
    const step = asTemplate({
      stepId: 'c',
      type: 'ConnectorOperation',
      description: 'uses ghp_0123456789abcdef0123',
      graphQlQuery: '{ login(password: "s3cret") { id } }',
      requestParameterMappings: [{ fromParameterExpression: '{"client_secret": "abc", "token": "${$Data.t}"}', toParameterPath: 'body' }],
    });
    expect(JSON.stringify(step)).not.toMatch(/ghp_|s3cret|abc/);
    expect(JSON.stringify(step)).toContain('$Data.t');
  });
});
