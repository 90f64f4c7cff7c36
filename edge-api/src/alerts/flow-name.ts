import type { TitlesOfFlow } from '../integrations/entity-titles.ts';

/** A flow's name as on its card, with its workflow. */
export function flowNameIn(flow: Parameters<TitlesOfFlow>[0] & { workflowName: string }, titlesOf: TitlesOfFlow): string {
  const { source, target } = titlesOf(flow);
  return `“${flow.workflowName}”, ${source === target ? source : `${source} → ${target}`},`;
}
