import { type Outline, type OutlineNode, outlineSteps, type WorkflowStep } from '@portage/workflow';

/** The flow as a tree, without the steps and groups that are kept from this person (spec EDIT-78). */
export function visibleOutline(steps: readonly WorkflowStep[], showsHidden: boolean): Outline {
  const outline = outlineSteps(steps);
  if (showsHidden) return outline;
  return { chain: visibleChain(outline.chain), unreached: outline.unreached.filter((step) => !step.isHiddenFromCustomer) };
}

function visibleChain(chain: readonly OutlineNode[]): OutlineNode[] {
  return chain.filter(({ step }) => !step.isHiddenFromCustomer).map(visibleNode);
}

function visibleNode(node: OutlineNode): OutlineNode {
  const { step, groups, body } = node;
  if (body) return { step, body: visibleChain(body) };
  if (!groups || step.type !== 'Branch') return node;
  const shown = groups.filter((group) => !step.conditionGroups[group.index]?.isHiddenFromCustomer);
  return { step, groups: shown.map((group) => ({ ...group, chain: visibleChain(group.chain) })) };
}
