import {
  type ConnectorDocument,
  expandReference,
  loadPayloadSchema,
  loadRequestSchema,
  loadResponseSchema,
  loadSubscriptionSchema,
} from '@portage/connectors/openapi';
import { type ConnectionKey, missingMappings, parsePath, type SchemaNode, withoutFilled } from '@portage/connectors/schema';
import { openDocument } from '@portage/connectors/stored';
import { systemTypeBundle, systemTypeId, unpackSystemType } from '@portage/connectors/system';
import {
  availableReferences,
  collectConnectorIds,
  collectConnectorTypeIds,
  expressionReferences,
  templateSteps,
  validateWorkflow,
  type WorkflowStep,
  withConnectors,
  workflowStepsSchema,
} from '@portage/workflow';
import { scriptProblems, scriptReferenceProblems } from '@portage/workflow/scripts';
import { describe, expect, test } from 'vitest';
import { shippedTemplates } from './index.ts';

const documents = new Map<string, Promise<{ document: ConnectorDocument; keys: readonly ConnectionKey[] }>>();

/** The document of one of this build's connector types, with what its connection fills in. */
function loadDocument(typeId: string) {
  const known = documents.get(typeId) ?? open(typeId);
  documents.set(typeId, known);
  return known;
}

async function open(typeId: string) {
  const type = systemTypeBundle.types.find((one) => systemTypeId(one) === typeId);
  if (!type) throw new Error(`There is no connector type ${typeId}`);
  const { index, parts } = await unpackSystemType(type);
  const connection = (type.settings.additionalData?.connection ?? {}) as { authParameters?: ConnectionKey[] };
  return { document: openDocument(index, async (part) => parts[part] ?? ''), keys: connection.authParameters ?? [] };
}

type Asked = { kind: 'operation' | 'event'; id: string };

function findAsked(step: WorkflowStep): Asked | null {
  if (step.type === 'ConnectorOperation') return { kind: 'operation', id: step.operationId ?? '' };
  return step.type === 'Trigger' && step.triggerType === 'ConnectorEvent' ? { kind: 'event', id: step.eventId ?? '' } : null;
}

const loadAsked = (document: ConnectorDocument, { kind, id }: Asked) =>
  kind === 'operation' ? loadRequestSchema(document, id) : loadSubscriptionSchema(document, id);

/** The node that a path of names leads to; a number is a list index. Null: there is none. `Any` has everything. */
async function nodeAt(
  document: ConnectorDocument,
  root: SchemaNode | null,
  path: readonly (string | number)[],
): Promise<SchemaNode | null> {
  let node = root;
  for (const name of path) {
    if (node?.reference) node = await expandReference(document, node.reference);
    if (!node || node.type === 'Any') return node;
    const next: SchemaNode | undefined =
      typeof name === 'number' ? node.arrayItemType : node.properties?.find((property) => property.name === name);
    if (!next) return null;
    node = next;
  }
  return node;
}

function collectExpressions(step: WorkflowStep): string[] {
  const mapped =
    'requestParameterMappings' in step ? (step.requestParameterMappings ?? []).map((mapping) => mapping.fromParameterExpression ?? '') : [];
  const conditions =
    step.type === 'Branch'
      ? step.conditionGroups.flatMap(({ conditions: all = [] }) => all.flatMap((one) => [one.leftExpression, one.rightExpression ?? '']))
      : [];
  const stored = step.type === 'DataStorage' ? (step.keyValues ?? []).map(({ valueExpression }) => valueExpression ?? '') : [];
  const list = step.type === 'Loop' ? [step.listContextDataEntityName ?? ''] : [];
  return [...mapped, ...conditions, ...stored, ...list];
}

test('there are at least a dozen, each with a unique name and id', () => {
  expect(shippedTemplates.length).toBeGreaterThanOrEqual(12);
  expect(new Set(shippedTemplates.map(({ id }) => id)).size).toBe(shippedTemplates.length);
  expect(new Set(shippedTemplates.map(({ name }) => name.toLowerCase())).size).toBe(shippedTemplates.length);
});

describe.each(shippedTemplates.map((template) => [template.name, template] as const))('%s', (_, { steps, description, leftToFill }) => {
  test('has steps that can be stored, uses built-in systems, and has no user’s connectors or secrets', () => {
    expect(workflowStepsSchema.safeParse(steps).error).toBeUndefined();
    expect(description.length).toBeGreaterThan(40);
    expect(collectConnectorIds(steps)).toEqual([]);
    const systems = systemTypeBundle.types.map(systemTypeId);
    for (const id of collectConnectorTypeIds(steps)) expect(systems).toContain(id);
    const withoutSamples = (all: readonly WorkflowStep[]) => all.map((step) => ({ ...step, payloadSampleJson: null }));
    expect(withoutSamples(templateSteps(steps))).toEqual(withoutSamples(steps));
  });

  test('is valid once its connectors are chosen: flow, expressions and scripts', () => {
    const filled = withConnectors(steps, new Map(collectConnectorTypeIds(steps).map((id) => [id, crypto.randomUUID()])));
    expect(validateWorkflow(filled)).toEqual([]);
    expect(scriptProblems(filled)).toEqual([]);
    const names = new Set(filled.map(({ stepId }) => stepId));
    for (const step of filled) {
      if (step.type === 'CustomScript')
        expect(scriptReferenceProblems(step.script, names, availableReferences(filled, step.stepId))).toEqual([]);
    }
  });

  test('names existing operations and events, fills in what they require, and nothing unknown to them', async () => {
    const missing: string[] = [];
    for (const step of steps) {
      const asked = findAsked(step);
      if (!asked) continue;
      const { document, keys } = await loadDocument(step.connectorTypeId ?? '');
      const offered = asked.kind === 'operation' ? document.summary.operations : document.summary.events;
      expect(offered.map(({ id }) => id)).toContain(asked.id);
      const schema = withoutFilled(await loadAsked(document, asked), keys);
      const mappings = 'requestParameterMappings' in step ? (step.requestParameterMappings ?? []) : [];
      missing.push(...missingMappings(schema, mappings).map(({ path }) => `${step.stepId} ${path}`));
      for (const { toParameterPath, fromParameterExpression } of mappings) {
        const path = parsePath(toParameterPath);
        expect(path && (await nodeAt(document, schema, path)), `${step.stepId} ${toParameterPath}`).not.toBeNull();
        if (!fromParameterExpression) expect(leftToFill).toContain(`${step.stepId} ${toParameterPath}`);
      }
    }
    expect(leftToFill).toEqual(expect.arrayContaining(missing));
  });

  test('reads only what its events and responses contain', async () => {
    for (const step of steps) {
      for (const expression of collectExpressions(step)) {
        for (const { root, members } of expressionReferences(expression).references) {
          const [name, value, ...path] = members.map((member) =>
            'name' in member ? member.name : 'index' in member ? member.index : null,
          );
          const source = steps.find(({ stepId }) => stepId === name);
          if (root !== 'Steps' || !source) continue;
          const asked = findAsked(source);
          if (!asked || (value !== 'Payload' && value !== 'Response')) continue;
          const { document } = await loadDocument(source.connectorTypeId ?? '');
          const schema = value === 'Payload' ? await loadPayloadSchema(document, asked.id) : await loadResponseSchema(document, asked.id);
          expect(await nodeAt(document, schema, path as (string | number)[]), `${step.stepId}: ${expression}`).not.toBeNull();
        }
      }
    }
  });
});
