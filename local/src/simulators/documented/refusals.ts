import type { ExtractedOperation, SchemaSource } from '@portage/connectors/openapi';
import { type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { DescribedSystem } from './described-system.ts';
import { findItemShape, findPropertyShape, type Shape } from './schema-shape.ts';

const TEXTS = /^(message|detail|details|title|error|error_?(description|message)|description|reason|msg|userMessage)$/i;
const STATUSES = /^(status|status_?code|http_?status|code)$/i;

/** A refusal in the document's shape. */
export function refuse(system: DescribedSystem, operation: ExtractedOperation, status: number, message: string): SimulatedResponse {
  const described = system.answers.failure(operation, status);
  const { source } = system.answers;
  const shape = described?.shape ?? null;
  if (shape?.type !== 'object' || shape.flat.properties.size === 0) return toJsonResponse({ error: message }, { status });
  const body = buildError(source, shape, message, status, 0);
  // A document may have no member for the message.
  return toJsonResponse(JSON.stringify(body).includes(JSON.stringify(message)) ? body : Object.assign({ message }, body), { status });
}

/** For a status that the document doesn't name, the nearest one it does. */
export function namedStatus(system: DescribedSystem, operation: ExtractedOperation, wanted: number): number {
  const instead: Readonly<Record<number, number>> = { 400: 422, 422: 400 };
  const other = instead[wanted];
  const isOther = other !== undefined && !system.answers.names(operation, wanted) && system.answers.names(operation, other);
  return isOther ? other : wanted;
}

function buildError(source: SchemaSource, shape: Shape, message: string, status: number, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const name of shape.flat.properties.keys()) {
    const property = findPropertyShape(source, shape, name);
    if (!property) continue;
    const value = errorMember(source, property, name, message, status, depth);
    if (value !== undefined) made[name] = value;
  }
  return made;
}

function errorMember(source: SchemaSource, property: Shape, name: string, message: string, status: number, depth: number): unknown {
  switch (property.type) {
    case 'string':
      return TEXTS.test(name) ? message : STATUSES.test(name) ? String(status) : undefined;
    case 'integer':
    case 'number':
      return STATUSES.test(name) ? status : undefined;
    case 'boolean':
      return false;
    case 'object':
      return depth < 3 ? buildError(source, property, message, status, depth + 1) : undefined;
    case 'array': {
      const items = findItemShape(source, property);
      if (!items || depth >= 3) return [];
      if (items.type === 'object') return [buildError(source, items, message, status, depth + 1)];
      return items.type === 'string' ? [message] : [];
    }
    default:
      return TEXTS.test(name) ? message : undefined;
  }
}
