/** Kinds of records that a sync moves, as documents describe them. Pure. */
export {
  answerFields,
  beforeFields,
  currentFields,
  findFields,
  findKey,
  findManyFields,
  isCallWhole,
  type LookedFor,
  writeFields,
} from './call-fields.ts';
export type {
  EntityCall,
  EntityDefinition,
  EntityFind,
  EntityFindMany,
  EntityGet,
  EntityGetMany,
  EntityInnerList,
  EntityList,
  EntityMatchField,
  EntityNextCall,
  EntityParameter,
  EntityReference,
  EntityWrite,
  EntityWriteMany,
} from './entity.ts';
export { type EntityField, entitySourceFields, entityTargetFields } from './entity-fields.ts';
export { entityTitle } from './entity-title.ts';
export {
  clearedPaths,
  type EntityFields,
  entityCallValues,
  entityKeys,
  entityPlaceholders,
  entityText,
  entityWriteValues,
  hasValue,
  movedPath,
  neededPlaceholders,
} from './entity-values.ts';
export { isGoneByCode } from './gone-by-code.ts';
export { unreadLists, withWholeList } from './inner-lists.ts';
export { foundKey, manyFinds, scopeNames, scopeOf } from './many-finds.ts';
export { entityManyValues, entryAnswers, fitsInEntry, manyEntry } from './many-writes.ts';
export { missingSourcePaths, missingTargetPaths } from './missing-fields.ts';
export { placeParameters } from './place-parameters.ts';
export { type ProposedMapping, proposeMappings } from './propose-mappings.ts';
export { refusedValues } from './refused-values.ts';
export { type EntityRole, unanswered } from './unanswered.ts';
