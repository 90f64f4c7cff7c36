import type { PairSystem } from './sync-type-systems.ts';

/** An expression for a target path over the source's record (`$Item`, or `$Entry` for an entry of one of its lists). */
export interface PairMapping {
  fromParameterExpression: string;
  toParameterPath: string;
}

/** The id of another record: its entity in the source, and the expression for its id there. */
export interface PairDependency extends PairMapping {
  entity: string;
}

export interface PairMappings {
  source: { system: PairSystem; entity: string };
  target: { system: PairSystem; entity: string };
  mappings: readonly PairMapping[];
  dependencies: readonly PairDependency[];
  /** Target paths that get the record's id in the source. */
  externalIdFields: readonly string[];
}

type Side = readonly [system: PairSystem, entity: string];
/** Target paths and their expressions. */
type Rows = Readonly<Record<string, string>>;

/** Defines a pair. `dependencies` are by target path: the source's entity, and the expression for its id. */
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
