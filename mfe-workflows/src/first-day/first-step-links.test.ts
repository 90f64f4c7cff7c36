import { expect, test } from 'vitest';
import { firstStepLinks } from './first-step-links.ts';

const findHref = (fact: string, workflowId?: string) => firstStepLinks(workflowId).find((step) => step.fact === fact)?.href;

test('links to a workflow to run and activate it, and not to runs before there are any', () => {
  expect(findHref('hasRun', 'w 1')).toBe('/workflows/w%201/edit');
  expect(findHref('hasActivated', 'w 1')).toBe('/workflows/w%201/edit');
});

test('links to the page that adds a workflow if the person has none', () => {
  expect(findHref('hasRun')).toBe('/workflows/add');
  expect(findHref('hasActivated')).toBe('/workflows/add');
});
