import { expect } from 'vitest';
import type { ConnectorPerson } from '../connectors/connector-people.ts';
import { useKeyboard } from './keyboard.ts';
import { choose, continueFromStart, createPlaybook, expectFound, finish, next, startPlaybook, useSimulated } from './wizard-driver.ts';

interface PairAnswers {
  /** The template's name, as on its card. */
  template: string;
  /** Connector types, in the order of their steps. */
  systems: readonly string[];
  /** Questions whose records are found automatically. */
  found: readonly string[];
  /** Questions with the text of a choice. */
  choices: readonly (readonly [question: string, option: string])[];
  /** Questions with a single option, which is preselected. */
  only: readonly string[];
}

/** From the card in the list through the wizard to the end page, and out of it, by keyboard alone. @returns the playbook's id */
export async function finishByPage(
  { page, problems }: ConnectorPerson,
  { template, systems, found, choices, only }: PairAnswers,
): Promise<string> {
  useKeyboard(page);
  const id = await startPlaybook(page, template);
  await continueFromStart(page);
  for (const system of systems) await useSimulated(page, system);
  for (const question of found) await expectFound(page, question);
  for (const question of only) await expect.poll(() => page.getByRole('combobox', { name: question }).inputValue()).not.toBe('');
  for (const [question, option] of choices) await choose(page, question, option);
  await next(page);
  await createPlaybook(page);
  // Spec CPB-12, CPB-14.
  await page.getByText(/starts within 10 minutes/).waitFor();
  await page
    .getByText(/Back to list/)
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await finish(page);
  return id;
}
