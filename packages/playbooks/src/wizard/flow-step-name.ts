import type { SyncDirection } from '@portage/workflow';
import { ENTITIES_UNSELECTED } from './step-texts.ts';

export interface ChosenFlow {
  direction: SyncDirection | null;
  source: string | null;
  target: string | null;
}

/** The name of a flow’s step: from where to where (spec PB-49). */
export function flowStepName(entityTitles: Readonly<Record<string, string>>, { direction, source, target }: ChosenFlow): string {
  if (!source || !target) return ENTITIES_UNSELECTED;
  const [from, to] = direction === 'TargetToSource' ? [target, source] : [source, target];
  return `${entityTitles[from] ?? from} to ${entityTitles[to] ?? to}`;
}
