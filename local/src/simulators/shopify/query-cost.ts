import {
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Cost of a mutation, whatever it returns. */
const MUTATION_COST = 10;

/**
 * The cost of a query before it runs: a point for each object, nothing for leaves, and for a list the number of
 * requested items, growing ever more slowly. Shopify's own weights aren't public. What matters: larger queries cost
 * more, and the response states its cost.
 */
export function requestedCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const info = new TypeInfo(schema);
  let cost = operation.operation === 'mutation' ? MUTATION_COST : 0;
  let weight = 1;
  visit(
    operation,
    visitWithTypeInfo(info, {
      Field: {
        enter(node) {
          const type = info.getType();
          if (!type || isLeafType(getNamedType(type))) return;
          cost += weight;
          weight *= computeWeight(node, variables);
        },
        leave(node) {
          const type = info.getType();
          if (!type || isLeafType(getNamedType(type))) return;
          weight /= computeWeight(node, variables);
        },
      },
    }),
  );
  return Math.max(1, Math.round(cost));
}

/** Counts what a response really contains: objects, not requested slots. */
export function actualCost(data: unknown, { selectionSet, operation }: { selectionSet: SelectionSetNode; operation: string }): number {
  const objects = selectionSet.selections.length > 0 ? countObjects(data) - 1 : 0;
  return Math.max(1, Math.round(Math.log2(1 + objects) * 2)) + (operation === 'mutation' ? MUTATION_COST - 1 : 0);
}

function countObjects(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countObjects(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + countObjects(item), 1);
}

function computeWeight(node: FieldNode, variables: Readonly<Record<string, unknown>>): number {
  const first = node.arguments?.find(({ name }) => name.value === 'first')?.value;
  if (!first) return 1;
  const count = first.kind === Kind.VARIABLE ? Number(variables[first.name.value] ?? 1) : first.kind === Kind.INT ? Number(first.value) : 1;
  return Math.max(1, Math.log2(1 + count));
}
