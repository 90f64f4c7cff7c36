/** Pairs of systems that Portage knows: which systems a sync accepts, and initial mappings. Data, for forms and the engine. */
export { type ProposedMapping, proposeMappings } from '../entities/propose-mappings.ts';
export type { PairDependency, PairMapping, PairMappings } from './pair.ts';
export { findPairMappings, type PairSide, pairMappings } from './pair-mappings.ts';
export { listParameterNames, syncStepFields } from './sync-step-fields.ts';
export {
  findSystem,
  isOfSystem,
  type NamedConnectorType,
  type PairSystem,
  pairSystems,
  type SystemsOfSyncType,
  syncTypeProblem,
  systemsOfSyncType,
} from './sync-type-systems.ts';
