import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { WorkflowStep } from '@portage/workflow';
import { expect } from 'vitest';
import { ADMIN, signIn } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';

export interface AdminPerson extends OpenBrowser {
  api: Client<Calls>;
}

export async function openAsAdmin(baseUrl: string): Promise<AdminPerson> {
  const [api, opened] = await Promise.all([signIn(baseUrl, ADMIN), launchBrowser(baseUrl)]);
  await signInAs(opened.page, ADMIN);
  return { ...opened, api };
}

/** A name that no other test uses. */
export const newName = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`;

export const START: WorkflowStep = { stepId: 'start', type: 'Trigger', triggerType: 'Manual' };

/** Makes a workflow for the admin and a template from it. @returns the template's id */
export async function makeTemplate(
  admin: Client<Calls>,
  name: string,
  { steps = [START], description = null }: { steps?: WorkflowStep[]; description?: string | null } = {},
): Promise<string> {
  const { workflow } = await admin('POST /api/workflows', { body: { name, steps } });
  const { templateId } = await admin('POST /api/workflow-templates', { body: { name, description, workflowId: workflow.id } });
  return templateId;
}

/** Expects no axe problems in either theme and no sideways scrolling, also on a phone. */
export async function expectInOrder({ page }: OpenBrowser, what: string): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page), `${what} ${colorScheme}`).toEqual([]);
    await picture(page, `${what} ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of [size.width, 390]) {
    await page.setViewportSize({ width, height: size.height });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // The frame needs a moment to change its layout.
    await expect.poll(overflow, { message: `${what} scrolls sideways at ${width}`, timeout: 60_000 }).toBeLessThanOrEqual(0);
  }
  await picture(page, `${what} narrow`);
  await page.setViewportSize(size);
}

/** Saves pictures for people to look at, if a folder is named. */
async function picture(page: OpenBrowser['page'], what: string): Promise<void> {
  const folder = process.env.PORTAGE_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${what.replaceAll(/\W+/g, '-')}.png` });
}
