import { button, cardOf, field, type Hand } from './hand.ts';

/** From the list of workflows to the editor. @param trigger as the dialog names it; absent: Manual, which it proposes */
export async function addWorkflow(hand: Hand, name: string, trigger?: 'Webhook' | 'Scheduled'): Promise<string> {
  await hand.press({ role: 'link', name: 'Add' });
  await hand.write(field('Workflow Name'), name);
  if (trigger) await hand.pick({ role: 'radio', name: new RegExp(`^${trigger}`) }, { role: 'radiogroup', name: 'Trigger' });
  await hand.submit({ ...button('Add Workflow'), within: { role: 'dialog', name: 'Add Workflow' } });
  const { pathname } = await hand.page.waitForAddress(/\/edit/);
  await hand.page.see(cardOf('start'));
  return pathname.split('/')[2] ?? '';
}

/** Switches the open workflow on. */
export async function activate(hand: Hand): Promise<void> {
  await hand.page.see({ text: 'Workflow is valid and can be started' });
  await hand.command({ role: 'switch', name: 'Active' }, 'activate');
  await hand.page.see({ text: 'The workflow is active' });
}
