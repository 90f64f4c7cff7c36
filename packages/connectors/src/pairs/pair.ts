import type { PairSystem } from './sync-type-systems.ts';

/** An expression over the source's record (`$Item`, an entry of one of its lists `$Entry`) for a place in what is written. */
export interface PairMapping {
  fromParameterExpression: string;
  toParameterPath: string;
}

/** The id of another record: its entity in the source, and the expression that gives its id there. */
export interface PairDependency extends PairMapping {
  entity: string;
}

/** Mappings of an entity of one system to an entity of another, for people to begin with. */
export interface PairMappings {
  source: { system: PairSystem; entity: string };
  target: { system: PairSystem; entity: string };
  mappings: readonly PairMapping[];
  dependencies: readonly PairDependency[];
  /** Paths of the target that get the record's id in the source. */
  externalIdFields: readonly string[];
}

type Side = readonly [system: PairSystem, entity: string];
/** Target paths and their expressions. */
type Rows = Readonly<Record<string, string>>;

/** One pair. `dependencies` are by target path: the entity of the source, and the expression of its id. */
export function pair(
  [system, entity]: Side,
  [targetSystem, targetEntity]: Side,
  mappings: Rows,
  {
    dependencies = {},
    externalIdFields = [],
  }: { dependencies?: Readonly<Record<string, readonly [string, string]>>; externalIdFields?: string[] } = {},
): PairMappings {
  return {
    source: { system, entity },
    target: { system: targetSystem, entity: targetEntity },
    mappings: Object.entries(mappings).map(([toParameterPath, fromParameterExpression]) => ({ fromParameterExpression, toParameterPath })),
    dependencies: Object.entries(dependencies).map(([toParameterPath, [of, fromParameterExpression]]) => ({
      entity: of,
      fromParameterExpression,
      toParameterPath,
    })),
    externalIdFields,
  };
}
