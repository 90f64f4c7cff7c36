/** Kinds of records that a sync moves, as documents describe them: pure. */
export type { EntityCall, EntityDefinition, EntityFind, EntityList, EntityWrite } from './entity.ts';
