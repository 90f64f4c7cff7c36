import type { EntityDefinition } from '@portage/connectors/entities';
import type { FlowDefinition, FlowDependency } from './flow.ts';

/** A dependency, completed from the two systems' documents. */
export interface ResolvedDependency extends FlowDependency {
  /** Kinds of source records the id may belong to: a price names an item of any kind. */
  sourceEntities: readonly string[];
  /** Kinds of target records whose id the path accepts; empty: the document doesn't say. */
  targetEntities: readonly string[];
  /** Ids with this prefix go to another path: a contact isn't a lead. */
  pathsByPrefix?: Readonly<Record<string, string>>;
}

type Side = Pick<EntityDefinition, 'references'>;

/** A flow whose dependencies are completed from `references` in the source's and the target's entity. */
export function resolveDependencies<Flow extends Pick<FlowDefinition, 'dependencies'>>(
  flow: Flow,
  source: Side,
  target: Side,
): Flow & { dependencies: readonly ResolvedDependency[] } {
  const dependencies = flow.dependencies.map((dependency): ResolvedDependency => {
    const { entity, fromParameterExpression, toParameterPath } = dependency;
    const path = /^\$?Item\.([\w.[\]]+)$/.exec(fromParameterExpression.trim())?.[1];
    const named = source.references.filter((reference) => reference.path === path).map((reference) => reference.entity);
    const taken = target.references.filter((reference) => reference.path === toParameterPath);
    const pathsByPrefix = taken.find((one) => one.pathsByPrefix)?.pathsByPrefix;
    return {
      ...dependency,
      // A reference that doesn't name the flow's own entity is about something else.
      sourceEntities: named.includes(entity) ? named : [entity],
      targetEntities: taken.map((one) => one.entity),
      ...(pathsByPrefix ? { pathsByPrefix } : {}),
    };
  });
  return { ...flow, dependencies };
}
