import { type CallInput, type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Locator, Page } from 'playwright-core';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';

type TypeBody = CallInput<Calls, 'POST /api/connector-types'>['body'];

/** Makes connector types as an admin does, for all users. */
export async function typeMaker(
  baseUrl: string,
): Promise<(name: string, fields: Partial<TypeBody>) => Promise<{ id: string; name: string }>> {
  const admin = await signIn(baseUrl, ADMIN);
  return async (name, fields) => {
    const { connectorType } = await admin('POST /api/connector-types', {
      body: { name: `${name} ${crypto.randomUUID().slice(0, 8)}`, visibility: 'AllUsers', authorizationType: 'ApiKey', ...fields },
    });
    return { id: connectorType.id, name: connectorType.name };
  };
}

/** Uploads an OpenAPI document as an admin does. */
export async function uploadDocument(baseUrl: string, document: object) {
  const { user } = await createClient<Calls>({ baseUrl })('POST /api/users/signin', { body: ADMIN });
  const response = await fetch(`${baseUrl}/api/files/upload-text?fileName=system.json`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.accessToken.value}` },
    body: JSON.stringify(document),
  });
  return (await response.json()) as { fileName: string; fileStorageId: string; storageType: string };
}

export interface ConnectorPerson extends OpenBrowser {
  api: Client<Calls>;
}

/** A new signed-in person without connectors. */
export async function newConnectorPerson(baseUrl: string, size?: { width: number; height: number }): Promise<ConnectorPerson> {
  const person = await signUp(baseUrl);
  const opened = await launchBrowser(baseUrl, size);
  await signInAs(opened.page, person);
  return { ...opened, api: person.api };
}

/** From the list to the form of an application's new connector, by its tile. */
export async function beginConnector(page: Page, typeName: string, name: string): Promise<void> {
  await page.goto('/connectors');
  await page.getByRole('link', { name: 'Add', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Filter' }).fill(typeName);
  await page.getByRole('list', { name: 'Applications' }).getByRole('button', { name: typeName }).click();
  await page.getByLabel('Name', { exact: false }).first().fill(name);
}

export function field(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label, exact: true }).or(page.getByLabel(label, { exact: true }));
}

/** Chooses an option from a list by its text. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).and(page.locator('[aria-haspopup="listbox"]')).click();
  await page.getByRole('option', { name: option }).click();
}

export async function toast(page: Page, text: string): Promise<void> {
  await page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
}
