import {
  type DocumentNode,
  getNamedType,
  isLeafType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { swapcardSchema } from './swapcard-schema.ts';

const MUTATION = 1_000;
const [OBJECT, SCALAR, PER_DEPTH] = [2, 1, 1.5];

/** A call's cost, as Swapcard counts: a mutation 1,000, an object 2, a value 1, each 1.5 times as much per level of depth. */
export function queryPoints(document: DocumentNode): { points: number; depth: number } {
  const info = new TypeInfo(swapcardSchema);
  let [points, level, depth] = [0, 0, 0];
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        enter() {
          const type = info.getType();
          const isLeaf = !type || isLeafType(getNamedType(type));
          points += (isLeaf ? SCALAR : OBJECT) * PER_DEPTH ** level;
          level += 1;
          depth = Math.max(depth, level);
        },
        leave() {
          level -= 1;
        },
      },
    }),
  );
  return { points: Math.round(points) + (isMutation(document) ? MUTATION : 0), depth };
}

export function isMutation({ definitions }: DocumentNode): boolean {
  return definitions.some((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION && one.operation === 'mutation');
}
