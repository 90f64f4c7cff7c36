import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { WorkflowStep } from '@portage/workflow';
import type { Page } from 'playwright-core';
import { actingAs } from '../api/impersonation.ts';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';

export interface EditorOfNewPerson extends OpenBrowser {
  api: Client<Calls>;
  workflowId: string;
  email: string;
}

/** A webhook with one script step, as most editor tests need. */
export function scriptSteps(script = 'return Steps["start"].Payload', triggerType: 'Webhook' | 'Manual' = 'Manual'): WorkflowStep[] {
  return [
    { stepId: 'start', type: 'Trigger', triggerType, nextStepId: 'work' },
    { stepId: 'work', type: 'CustomScript', script },
  ];
}

/** A new signed-in person with one workflow open in the editor. */
export async function openEditorOfNewPerson(baseUrl: string, steps: unknown[] = scriptSteps()): Promise<EditorOfNewPerson> {
  const person = await signUp(baseUrl);
  // Only admins hide steps.
  const maker = JSON.stringify(steps).includes('"isHiddenFromCustomer":true') ? await actingAs(baseUrl, person.email) : person.api;
  const { workflow } = await maker('POST /api/workflows', { body: { name: 'Orders', steps: steps as never } });
  const opened = await launchBrowser(baseUrl);
  await signInAs(opened.page, person);
  await openEditor(opened.page, workflow.id);
  return { ...opened, api: person.api, email: person.email, workflowId: workflow.id };
}

/** Opens a workflow's editor and waits for its flowchart. */
export async function openEditor(page: Page, workflowId: string): Promise<void> {
  await page.goto(`/workflows/${workflowId}/edit`);
  await stepCard(page, 'start').waitFor();
}

export function stepCard(page: Page, stepId: string) {
  return page.locator(`[data-flowchart] [data-card=${JSON.stringify(stepId)}]`);
}

/** Opens a step's form and writes its description: the smallest possible change. */
export async function describeStep(page: Page, stepId: string, text: string): Promise<void> {
  const panel = page.locator('[data-step-panel]');
  if ((await panel.count()) === 0) await stepCard(page, stepId).click();
  await panel.getByRole('textbox', { name: 'Description' }).fill(text);
}

/** A step's description on the server. */
export async function savedDescription(api: Client<Calls>, workflowId: string, stepId: string): Promise<string | null | undefined> {
  const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
  return workflow.steps.find((step) => step.stepId === stepId)?.description;
}
