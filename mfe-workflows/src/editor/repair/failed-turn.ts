import type { StepValues } from '@portage/workflow';
import type { StepDetailData } from '../../api-types.ts';

/** The items at which a step failed, by the names of the loops around it. Omits loops whose list wasn't stored. */
export function failedTurn(loops: StepDetailData['loops'] = []): Readonly<Record<string, StepValues>> {
  const known = loops.filter(({ item }) => item !== undefined);
  return Object.fromEntries(known.map(({ name, item, index }) => [name, { CurrentItem: item, CurrentIndex: index }]));
}
