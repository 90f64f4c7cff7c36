/** Kinds of records that a sync moves, as documents describe them: pure. */
export { answerFields, currentFields, findFields, findKey, findManyFields, type LookedFor } from './call-fields.ts';
export type {
  EntityCall,
  EntityDefinition,
  EntityFind,
  EntityFindMany,
  EntityList,
  EntityMatchField,
  EntityParameter,
  EntityReference,
  EntityWrite,
} from './entity.ts';
export { type EntityField, entitySourceFields, entityTargetFields } from './entity-fields.ts';
export { type EntityFields, entityCallValues, entityKeys, entityWriteValues } from './entity-values.ts';
export { type ProposedMapping, proposeMappings } from './propose-mappings.ts';
