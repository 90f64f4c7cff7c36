import { expect, it } from 'vitest';
import { firstStepLinks } from './first-step-links.ts';

const pageOf = (fact: string, workflowId?: string) => firstStepLinks(workflowId).find((step) => step.fact === fact)?.href;

it('leads to a workflow to run it and to switch it on, and not to runs that are not there yet', () => {
  expect(pageOf('hasRun', 'w 1')).toBe('/workflows/w%201/edit');
  expect(pageOf('hasActivated', 'w 1')).toBe('/workflows/w%201/edit');
});

it('leads to the page that adds a workflow while the person has none', () => {
  expect(pageOf('hasRun')).toBe('/workflows/add');
  expect(pageOf('hasActivated')).toBe('/workflows/add');
});
