import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { ADMIN, signIn } from '../api/session.ts';
import { eventSystemDocument } from './event-system.ts';

/** A connector type for the fake system, uploaded by an admin as a person would. @returns its id */
export async function makeEventType(baseUrl: string, systemUrl: string, webhookType: string): Promise<string> {
  const signedIn = await fetch(`${baseUrl}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { user } = (await signedIn.json()) as { user: { accessToken: { value: string } } };
  const form = new FormData();
  form.append('file', new File([JSON.stringify(eventSystemDocument)], 'orders.json', { type: 'application/json' }));
  const headers = { authorization: `Bearer ${user.accessToken.value}` };
  const uploaded = await fetch(`${baseUrl}/api/files/upload`, { method: 'POST', headers, body: form });
  const openApiDocument = (await uploaded.json()) as { fileName: string; fileStorageId: string; storageType: string };
  const admin = await signIn(baseUrl, ADMIN);
  const { connectorType } = await admin('POST /api/connector-types', {
    body: {
      name: `Fake orders ${crypto.randomUUID()}`,
      openApiDocument,
      baseUrl: systemUrl,
      authorizationType: 'ApiKey',
      visibility: 'AllUsers',
      webhookType,
    },
  });
  return connectorType.id;
}

/** An inactive workflow that waits for an event and returns its payload in the step `read`. */
export async function makeEventWorkflow(
  api: Client<Calls>,
  connector: { connectorId: string; connectorTypeId: string },
  eventId: string,
  parameters: Record<string, string> = {},
): Promise<{ id: string; webhookUrl: string }> {
  const requestParameterMappings = Object.entries(parameters).map(([toParameterPath, fromParameterExpression]) => ({
    toParameterPath,
    fromParameterExpression,
  }));
  const steps = [
    {
      stepId: 'start',
      type: 'Trigger',
      triggerType: 'ConnectorEvent',
      ...connector,
      eventId,
      requestParameterMappings,
      nextStepId: 'read',
    },
    { stepId: 'read', type: 'CustomScript', script: 'return Steps["start"].Payload', nextStepId: null },
  ];
  const { workflow } = await api('POST /api/workflows', { body: { name: eventId, steps: steps as never } });
  const { webhookUrl } = await api('GET /api/workflows/webhook-url/{triggerCode}', { params: { triggerCode: workflow.triggerCode } });
  return { id: workflow.id, webhookUrl };
}
