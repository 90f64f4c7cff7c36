import type { FlowChain, LaidOutFlow } from './laid-out-flow.ts';
import { makeKey } from './node-key.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Where arrow keys lead from an element on the canvas: a step, a group's pill or the start of a loop. */
export interface FlowWalk {
  /** Null if the flow ends in that direction. */
  step(key: string, direction: Direction): string | null;
  first(): string | null;
  last(): string | null;
}

/**
 * How arrow keys move through the flow: down to what comes next (into a branch by its first group's pill), up to what came before, left and
 * right between the groups of a branch, right into a loop and left out of it.
 */
export function walkFlow(layout: LaidOutFlow): FlowWalk {
  const pillsOf = new Map<string, string[]>();
  const pillChains = new Map<string, FlowChain>();
  const bodyChains = new Map<string, { chain: FlowChain; loopKey: string }>();
  const aside = layout.cards.filter((card) => card.isUnreached).map((card) => card.key);
  for (const chain of layout.chains) {
    const { owner } = chain;
    if (owner.kind === 'body') bodyChains.set(toBodyKey(owner.key), { chain, loopKey: owner.key });
    if (owner.kind !== 'group') continue;
    pillsOf.set(owner.key, owner.pillKeys);
    pillChains.set(toPillKey(owner), chain);
  }

  /** The step after a step: the next one, or the one after the branch or loop that it ends. */
  function after(key: string): string | null {
    for (let at = layout.chainOf.get(key); at; ) {
      const next = at.chain.keys[at.at + 1];
      if (next) return next;
      const { owner } = at.chain;
      if (owner.kind === 'main') return null;
      at = layout.chainOf.get(owner.key);
    }
    return null;
  }

  function entryOf(chain: FlowChain): string | null {
    const { owner } = chain;
    if (owner.kind === 'main') return null;
    return owner.kind === 'body' ? toBodyKey(owner.key) : toPillKey(owner);
  }

  /** The same place in the group next to a chain's group: its pill, or the step at index `at`. */
  function beside(chain: FlowChain, by: 1 | -1, at: number): string | null {
    const { owner } = chain;
    if (owner.kind === 'main') return null;
    if (owner.kind === 'group') {
      const pillKey = owner.pillKeys[owner.pillKeys.indexOf(toPillKey(owner)) + by];
      const keys = pillKey ? (pillChains.get(pillKey)?.keys ?? []) : [];
      if (pillKey) return at < 0 ? pillKey : (keys[Math.min(at, keys.length - 1)] ?? pillKey);
    }
    if (owner.kind === 'body' && by === -1) return owner.key;
    const outer = layout.chainOf.get(owner.key);
    return outer ? beside(outer.chain, by, outer.at) : null;
  }

  function fromStep(key: string, direction: Direction): string | null {
    const asideAt = aside.indexOf(key);
    if (asideAt >= 0) return fromAside(asideAt, direction);
    const place = layout.chainOf.get(key);
    if (!place) return null;
    const { chain, at } = place;
    if (direction === 'down') return pillsOf.get(key)?.[0] ?? after(key);
    if (direction === 'up') return at > 0 ? (chain.keys[at - 1] ?? null) : entryOf(chain);
    if (direction === 'right' && bodyChains.has(toBodyKey(key))) return toBodyKey(key);
    const found = beside(chain, direction === 'right' ? 1 : -1, at);
    return found ?? (direction === 'right' ? (aside[0] ?? null) : null);
  }

  function fromAside(at: number, direction: Direction): string | null {
    if (direction === 'left') return layout.chains[0]?.keys[0] ?? null;
    if (direction === 'right') return null;
    return aside[at + (direction === 'down' ? 1 : -1)] ?? null;
  }

  return {
    step(key, direction) {
      const group = pillChains.get(key);
      if (group?.owner.kind === 'group') {
        if (direction === 'up') return group.owner.key;
        if (direction === 'down') return group.keys[0] ?? after(group.owner.key);
        return beside(group, direction === 'right' ? 1 : -1, -1);
      }
      const body = bodyChains.get(key);
      if (body) {
        if (direction === 'left' || direction === 'up') return body.loopKey;
        return direction === 'down' ? (body.chain.keys[0] ?? after(body.loopKey)) : null;
      }
      return fromStep(key, direction);
    },
    first: () => layout.chains[0]?.keys[0] ?? aside[0] ?? null,
    last: () => layout.chains[0]?.keys.at(-1) ?? aside.at(-1) ?? null,
  };
}

function toBodyKey(loopKey: string): string {
  return makeKey({ kind: 'body', stepKey: loopKey });
}

function toPillKey({ key, groupIndex }: { key: string; groupIndex: number }): string {
  return makeKey({ kind: 'group', stepKey: key, group: groupIndex });
}
