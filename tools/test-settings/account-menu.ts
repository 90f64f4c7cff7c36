import type { Locator, Page } from 'playwright-core';

/** Opens the menu of the signed-in person in the top bar. */
export async function openAccountMenu(page: Page): Promise<Locator> {
  await page.locator('header button[aria-haspopup="menu"]').click();
  const menu = page.getByRole('menu', { name: 'Account' });
  await menu.waitFor();
  return menu;
}

/** Presses Logout. @returns the question that follows */
export async function pressLogout(page: Page): Promise<Locator> {
  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await question.getByText('Are you sure you want to logout?').waitFor();
  return question;
}

/** Signs out as a person does. */
export async function logOut(page: Page): Promise<void> {
  await (await pressLogout(page)).getByRole('button', { name: 'Logout' }).click();
}
