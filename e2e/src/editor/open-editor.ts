import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { WorkflowStep } from '@portage/workflow';
import type { Page } from 'playwright-core';

/** Makes a workflow with these steps and opens it in the editor. @returns its id */
export async function openEditor(page: Page, api: Client<Calls>, steps: WorkflowStep[]): Promise<string> {
  const { workflow } = await api('POST /api/workflows', { body: { name: 'Orders', steps } });
  await page.goto(`/workflows/${workflow.id}/edit`);
  await page.locator('[data-flowchart] [data-card]').first().waitFor();
  return workflow.id;
}

/** Opens a step's form by clicking its card. */
export async function openStep(page: Page, stepId: string): Promise<void> {
  await page.locator(`[data-flowchart] [data-card=${JSON.stringify(stepId)}]`).click();
  await page.locator('[data-step-panel]').waitFor();
}
