import type { StepValues } from '@portage/workflow';
import { placeOfPath } from '../../run-view/step-place.ts';

/**
 * The item of the innermost loop in whose turn a step failed, by the loop's name. The items of loops further out are not recorded
 * with the step.
 *
 * @param path of the failed step, such as `each line[1]/tell`
 */
export function failedTurn(path: string, currentItem: unknown): Readonly<Record<string, StepValues>> {
  const loop = placeOfPath(path).around.findLast(({ item }) => item !== undefined);
  if (loop?.item === undefined || currentItem === undefined) return {};
  return { [loop.name]: { CurrentItem: currentItem, CurrentIndex: loop.item - 1 } };
}
