import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { readWorkflowFile, writeWorkflowFile } from './workflow-file.ts';

const workflow = {
  name: 'Orders / "daily" – für alle',
  description: null,
  loggingMode: 'LogOnlyIfError' as const,
  steps: [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }] as WorkflowStep[],
};

describe('a workflow file', () => {
  test('is read back as it was written', () => {
    const { fileName, text } = writeWorkflowFile(workflow);
    expect(fileName).toBe('Orders  daily  für alle.json');
    expect(readWorkflowFile(fileName, text)).toEqual(workflow);
  });

  test('can also be read from an API response, without the server’s own fields', () => {
    const answer = JSON.stringify({ workflow: { ...workflow, id: 'w1', triggerCode: 'secret', isActive: true } });
    expect(readWorkflowFile('a.JSON', answer)).toEqual(workflow);
  });

  test.each([
    ['orders.txt', '{}', '.json'],
    ['orders.json', 'name: x', 'not JSON'],
    ['orders.json', '[]', 'no workflow'],
    ['orders.json', '{"steps": {}}', 'no workflow'],
    ['orders.json', 'null', 'no workflow'],
    ['orders.json', ' '.repeat(2_000_001), '2 MB'],
  ])('%s with %.20j is refused with a message (WFL-23)', (fileName, text, words) => {
    expect(() => readWorkflowFile(fileName, text)).toThrow(words);
  });

  test.each([
    ['../../etc', '....etc.json'],
    ['///', 'workflow.json'],
  ])('is never named like a path: %j', (name, fileName) => {
    expect(writeWorkflowFile({ ...workflow, name }).fileName).toBe(fileName);
  });
});
