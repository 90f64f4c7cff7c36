import type { Page } from 'playwright-core';
import type { ConnectorPerson } from '../connectors/connector-people.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  confirmed: '4000002500003155',
  failsLater: '4000000000000341',
};

/** Changes the simulated Stripe through its control pages. */
export async function atStripe(path: string, body: object, method = 'POST'): Promise<unknown> {
  const answer = await fetch(`${sharedBaseUrl()}/local/simulators/stripe/${path}`, { method, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Pays at the simulated checkout page with a test card. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Test card').selectOption(card);
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

/** From the billing page to the checkout of a product. */
export async function beginToBuy(page: Page, product: string): Promise<void> {
  await page.goto('/billing');
  await page.getByRole('button', { name: `Buy ${product}` }).click();
  await page.waitForURL('**/local/simulators/stripe/checkout/**');
}

export async function subscribe({ page }: ConnectorPerson, product: string): Promise<void> {
  await beginToBuy(page, product);
  await payWith(page, CARDS.good);
  await page.waitForURL('**/billing?checkout=done');
}

export function productCard(page: Page, name: string) {
  return page.getByRole('list', { name: 'Products' }).getByRole('listitem').filter({ hasText: name });
}

export async function openPortal(page: Page): Promise<void> {
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Manage subscription' }).click();
  await page.waitForURL('**/local/simulators/stripe/portal/**');
}
