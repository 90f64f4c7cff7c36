import { expect, it } from 'vitest';
import { firstStepLinks } from './first-step-links.ts';

const pageOf = (fact: string, workflowId?: string) => firstStepLinks(workflowId).find((step) => step.fact === fact)?.href;

it('links to a workflow to run and activate it, and not to runs before there are any', () => {
  expect(pageOf('hasRun', 'w 1')).toBe('/workflows/w%201/edit');
  expect(pageOf('hasActivated', 'w 1')).toBe('/workflows/w%201/edit');
});

it('links to the page that adds a workflow if the person has none', () => {
  expect(pageOf('hasRun')).toBe('/workflows/add');
  expect(pageOf('hasActivated')).toBe('/workflows/add');
});
