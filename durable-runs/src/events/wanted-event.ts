import { isSignatureScheme } from '@portage/connectors';
import { getEventMode, hasOwnSecret, PLAIN_EVENT, sharedSecret } from '@portage/connectors/events';
import { type ConnectorDocument, loadEvent, loadSubscriptionSchema } from '@portage/connectors/openapi';
import { RequestError, valuesFromMappings } from '@portage/connectors/requests';
import type { OwnerId } from '@portage/contracts';
import {
  type ConnectionRecord,
  findConnection,
  findListeningWorkflow,
  type HttpDatabase,
  type ListeningWorkflow,
  openFields,
  type SecretBox,
} from '@portage/database';
import { ExpressionError, evaluateExpression, findTrigger, type TriggerStep } from '@portage/workflow';
import { connectionProfile } from '../connection/connection-profile.ts';
import { hashText } from '../connection/token-store.ts';
import type { DocumentLibrary } from '../documents/document-library.ts';
import { EventRefused } from './event-refused.ts';
import type { WantedEvent } from './event-state.ts';

export interface WantedPorts {
  db: HttpDatabase;
  box: SecretBox;
  documents: DocumentLibrary;
  nowMs: number;
}

/** The event the stored workflow wants. `refused`: it wants an event that isn't possible. */
export type Wanted =
  | { kind: 'nothing' }
  | { kind: 'event'; event: WantedEvent }
  | { kind: 'refused'; ownerUserId: OwnerId; error: EventRefused };

export async function readWanted(ports: WantedPorts, workflowId: string, publicOrigin: string): Promise<Wanted> {
  const workflow = await findListeningWorkflow(ports.db, workflowId);
  const trigger = workflow && findTrigger(workflow.steps);
  if (!workflow || !trigger || trigger.triggerType !== 'ConnectorEvent' || !isListening(workflow, ports.nowMs)) return { kind: 'nothing' };
  try {
    return { kind: 'event', event: await buildEvent(ports, workflowId, workflow, trigger, publicOrigin) };
  } catch (error) {
    if (error instanceof EventRefused) return { kind: 'refused', ownerUserId: workflow.ownerUserId, error };
    throw error;
  }
}

function isListening({ isActive, testUntil }: ListeningWorkflow, nowMs: number): boolean {
  return isActive || (testUntil !== null && nowMs < testUntil.getTime());
}

async function buildEvent(
  ports: WantedPorts,
  workflowId: string,
  workflow: ListeningWorkflow,
  trigger: TriggerStep,
  publicOrigin: string,
): Promise<WantedEvent> {
  const { ownerUserId, isActive, testUntil, versionId, triggerCode } = workflow;
  const record = await loadConnection(ports.db, ownerUserId, trigger.connectorId ?? '');
  const documentId = record.type.openApiDocument?.fileStorageId ?? null;
  const document = documentId === null ? null : await ports.documents.open(documentId);
  if (!document || documentId === null) throw new EventRefused(`${record.type.name} has no OpenAPI document, so it has no events.`);
  const eventId = trigger.eventId ?? '';
  const definition = await loadDefinition(document, eventId, record.type.name);
  const mode = getEventMode(definition);
  const scheme = definition.signature?.scheme ?? record.type.settings.webhookType;
  if (mode !== 'polled') await checkSecret(ports, record, definition, scheme);
  const parameters = evaluateParameters(trigger, workflowId, ports.nowMs);
  await checkRequired(document, eventId, parameters);
  const webhookUrl = `${publicOrigin}/api/webhooks/${triggerCode}`;
  const told = JSON.stringify([record.connector.id, eventId, definition, parameters, webhookUrl]);
  return {
    workflowId,
    ownerUserId,
    versionId,
    isTest: !isActive,
    untilMs: isActive ? null : (testUntil?.getTime() ?? null),
    connectorId: record.connector.id,
    connectorName: record.connector.name,
    eventId,
    definition,
    mode,
    scheme: scheme ?? null,
    documentId,
    webhookUrl,
    parameters,
    fingerprint: await hashText(told),
  };
}

async function loadConnection(db: HttpDatabase, ownerUserId: OwnerId, connectorId: string): Promise<ConnectionRecord> {
  const record = await findConnection(db, connectorId);
  if (record?.connector.userId !== ownerUserId) {
    throw new EventRefused('The connector of the trigger was not found: choose one of yours in the trigger.');
  }
  return record;
}

async function loadDefinition(document: ConnectorDocument, eventId: string, typeName: string) {
  if (!document.summary.events.some(({ id }) => id === eventId)) {
    throw new EventRefused(`${typeName} has no event "${eventId}" any more: choose another one in the trigger.`);
  }
  return (await loadEvent(document, eventId)).definition ?? PLAIN_EVENT;
}

/** Refuses events that couldn't be verified (HOSTILE 30). @throws EventRefused saying what to set where */
async function checkSecret(
  ports: WantedPorts,
  record: ConnectionRecord,
  definition: WantedEvent['definition'],
  scheme: string | null,
): Promise<void> {
  const { name } = record.type;
  if (!isSignatureScheme(scheme)) {
    throw new EventRefused(
      scheme
        ? `The connector type ${name} has an unknown webhook type: "${scheme}".`
        : `The connector type ${name} does not say how its webhooks are signed: choose its Webhook type (an admin can).`,
    );
  }
  if (hasOwnSecret(definition)) return;
  const secret = await findSecret(ports, record, definition);
  if (secret === null) {
    throw new EventRefused(
      `No secret is set to verify calls of ${name}: enter its Webhook Secret in the connector, or its verification token in the connector type.`,
    );
  }
}

/** The secret of the type or the connector; null: none. */
export async function findSecret(
  { box }: Pick<WantedPorts, 'box'>,
  record: ConnectionRecord,
  definition: WantedEvent['definition'],
): Promise<string | null> {
  const { fields, typeToken } = await decryptFields({ box }, record);
  return sharedSecret(definition, typeToken, fields);
}

/** The connector's fields, decrypted. A connector without a client uses its type's client. */
export async function decryptFields({ box }: Pick<WantedPorts, 'box'>, record: ConnectionRecord) {
  const type = await openFields(box, 'connector-type', record.type.id, record.type.secrets);
  const connector = await openFields(box, 'connector', record.connector.id, record.sealed);
  const profile = connectionProfile(record, { connector, type });
  const client = { clientId: profile.app.clientId, clientSecret: profile.app.clientSecret };
  const fields = Object.fromEntries(Object.entries({ ...client, ...profile.fields }).filter(([, value]) => value !== ''));
  return { fields, typeToken: type.webhookVerificationToken ?? null };
}

/**
 * The mappings' values (spec HOOK-06), by path: `body.owner`, and `body.filter` next to `body.filter.tag`. @throws EventRefused
 * naming the mapping
 */
function evaluateParameters({ requestParameterMappings = [] }: TriggerStep, workflowId: string, nowMs: number): Record<string, unknown> {
  const scope = { steps: {}, data: {}, consts: { WorkflowId: workflowId }, now: () => new Date(nowMs) };
  const mapped = requestParameterMappings.flatMap(({ toParameterPath, fromParameterExpression }) => {
    if (fromParameterExpression === null || fromParameterExpression === '') return [];
    try {
      return [{ toParameterPath, value: evaluateExpression(fromParameterExpression, scope) }];
    } catch (error) {
      if (error instanceof ExpressionError) throw new EventRefused(`${toParameterPath}: ${error.message}`);
      throw error;
    }
  });
  try {
    return flatten('body', valuesFromMappings(mapped).body);
  } catch (error) {
    if (error instanceof RequestError) throw new EventRefused(error.message);
    throw error;
  }
}

function flatten(path: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  const within = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
  return Object.assign({ [path]: value }, ...within.map(([name, one]) => flatten(`${path}.${name}`, one)));
}

/** @throws EventRefused naming every missing parameter */
async function checkRequired(document: ConnectorDocument, eventId: string, parameters: Record<string, unknown>): Promise<void> {
  const [body] = (await loadSubscriptionSchema(document, eventId)).properties ?? [];
  const missing = (body?.properties ?? []).filter(({ isRequired, name }) => isRequired && isEmpty(parameters[`body.${name}`]));
  if (missing.length > 0) throw new EventRefused(`Please enter ${missing.map(({ label, name }) => label ?? name).join(', ')}`);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
