/** Editing a document's operations, events and schemas. Pure, and without parsers, because pages use it. */
export { descriptionsFromText, type FieldDescription, withDescriptions } from './descriptions.ts';
export {
  type EntityDraft,
  type EntitySource,
  entityProblems,
  newEntitySource,
  parseDefinition,
  readEntityDraft,
  usesOfEntity,
} from './entity-draft.ts';
export { type EventDraft, type EventSource, eventProblems, newEventSource, readEvent, writeEvent } from './event-draft.ts';
export {
  buildOperationKey,
  editedMethods,
  newOperationSource,
  type OperationDraft,
  type OperationSource,
  operationProblems,
  type ResponseDraft,
  readOperation,
  writeOperation,
} from './operation-draft.ts';
export { type EditedParameter, type ParameterKind, parameterKinds, pathNames } from './parameters.ts';
export { schemaFromJson } from './schema-from-json.ts';
export * from './schema-view.ts';
