import { flattenOutline, type Outline, type OutlineNode, outlineSteps, type WorkflowStep } from '@portage/workflow';
import { keyOfStep } from './node-key.ts';

export interface VisibleOutline extends Outline {
  /** The steps inside each folded step, which aren't in the tree. */
  folds: ReadonlyMap<string, readonly WorkflowStep[]>;
}

/** The flow as a tree, without the steps and groups that are hidden from this person (spec EDIT-78), and without folded content. */
export function visibleOutline(steps: readonly WorkflowStep[], showsHidden: boolean, folded: ReadonlySet<string>): VisibleOutline {
  const outline = outlineSteps(steps);
  const folds = new Map<string, readonly WorkflowStep[]>();
  const { chain, unreached } = showsHidden ? outline : withoutHidden(outline);
  return { chain: folded.size === 0 ? chain : foldedChain(chain, folded, folds), unreached, folds };
}

function foldedChain(
  chain: readonly OutlineNode[],
  folded: ReadonlySet<string>,
  folds: Map<string, readonly WorkflowStep[]>,
): OutlineNode[] {
  return chain.map((node) => {
    const { step, groups, body } = node;
    if (!groups && !body) return node;
    const inside = folded.has(keyOfStep(step)) ? flattenOutline([node]).slice(1) : [];
    if (inside.length === 0) {
      return {
        step,
        ...(body ? { body: foldedChain(body, folded, folds) } : {}),
        ...(groups ? { groups: groups.map((group) => ({ ...group, chain: foldedChain(group.chain, folded, folds) })) } : {}),
      };
    }
    folds.set(
      keyOfStep(step),
      inside.map((one) => one.step),
    );
    return { step };
  });
}

function withoutHidden({ chain, unreached }: Outline): Outline {
  return { chain: visibleChain(chain), unreached: unreached.filter((step) => !step.isHiddenFromCustomer) };
}

function visibleChain(chain: readonly OutlineNode[]): OutlineNode[] {
  return chain.filter(({ step }) => !step.isHiddenFromCustomer).map(visibleNode);
}

function visibleNode(node: OutlineNode): OutlineNode {
  const { step, groups, body } = node;
  if (body) return { step, body: visibleChain(body) };
  if (!groups) return node;
  const shown = groups.filter((group) => step.type !== 'Branch' || !step.conditionGroups[group.index]?.isHiddenFromCustomer);
  return { step, groups: shown.map((group) => ({ ...group, chain: visibleChain(group.chain) })) };
}
