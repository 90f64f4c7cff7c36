/** Pairs of systems that Portage knows: which systems a sync accepts, and initial mappings. Data, for forms and the engine. */
export { type ProposedMapping, proposeMappings } from '../entities/propose-mappings.ts';
export type { PairDependency, PairMapping, PairMappings } from './pair.ts';
export { type PairSide, pairMappings, pairMappingsOf } from './pair-mappings.ts';
export { answerNames, syncStepFields } from './sync-step-fields.ts';
export {
  isOfSystem,
  type NamedConnectorType,
  type PairSystem,
  pairSystems,
  type SystemsOfSyncType,
  syncTypeProblem,
  systemOf,
  systemsOfSyncType,
} from './sync-type-systems.ts';
