/** Kinds of records that a sync moves, as documents describe them. Pure. */

export type * from '../declarations/entity.ts';
export {
  beforeFields,
  collectResponseFields,
  currentFields,
  findFields,
  findKey,
  findManyFields,
  isCallWhole,
  type LookedFor,
  writeFields,
} from './call-fields.ts';
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
export { buildScopeKey, foundKey, manyFinds, scopeNames } from './many-finds.ts';
export { entityManyValues, fitsInEntry, manyEntry, readEntryResults } from './many-writes.ts';
export { missingSourcePaths, missingTargetPaths } from './missing-fields.ts';
export { listParentParameters } from './place-parameters.ts';
export { type ProposedMapping, proposeMappings } from './propose-mappings.ts';
export { refusedValues } from './refused-values.ts';
export { type EntityRole, unanswered } from './unanswered.ts';
