import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocument } from '@portage/connectors/document';
import { extractDocument } from '@portage/connectors/openapi';
import { validateWorkflow, type WorkflowStep, workflowStepsSchema } from '@portage/workflow';
import { expect, test } from 'vitest';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples');
const workflows = readdirSync(join(EXAMPLES, 'workflows'));

test.each(workflows)('the example %s is a valid workflow', (file) => {
  const { steps } = JSON.parse(readFileSync(join(EXAMPLES, 'workflows', file), 'utf8')) as { steps: unknown };
  expect(validateWorkflow(workflowStepsSchema.parse(steps) as WorkflowStep[])).toEqual([]);
});

test('the example document imports without problems, with its paging', () => {
  const source = readFileSync(fileURLToPath(import.meta.resolve('@portage/examples/openapi/warehouse.yaml')), 'utf8');
  const document = readDocument(source);
  if (!document.ok) throw new Error(JSON.stringify(document.problems));
  const { summary, problems } = extractDocument(document.document);
  expect(problems).toEqual([]);
  expect(summary.operations.map(({ id, supportsPaging }) => [id, supportsPaging])).toEqual([
    ['GET /items', true],
    ['POST /items', false],
    ['GET /items/{id}', false],
    ['PATCH /items/{id}', false],
    ['POST /shipments', false],
  ]);
});
