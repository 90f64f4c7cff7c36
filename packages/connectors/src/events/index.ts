/** Events of connected systems: reading `x-event`, and what follows from it. */
export { type ArrivedCall, type ArrivedEvent, eventsOfCall } from './deliveries-of.ts';
export * from './event-definition.ts';
export { hasOwnSecret, sharedSecret, WEBHOOK_SECRET_FIELD } from './event-secret.ts';
export { type AbsentField, type EventFields, fillValue, listPlaceholders, MissingField } from './fill-values.ts';
export { capPosition, findRestartPosition, type SortedReading } from './place-to-start-over.ts';
export { readEventDefinition } from './read-event-definition.ts';
export { askedFrom, cursorText, isBasicDate, parseInstant, parsePosition, type ReadItem, readItem } from './reading-cursor.ts';
export { type SheetRow, sheetRows } from './sheet-rows.ts';
export { firstAt, listAt, textAt, valuesAt } from './values-at.ts';
