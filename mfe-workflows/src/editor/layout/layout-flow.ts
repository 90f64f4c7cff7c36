import type { StepPosition, WorkflowStep } from '@portage/workflow';
import type { CardBox, FlowChain, FlowEdge, FrameBox, LaidOutFlow, NoteBox, PillBox, PlusBox, Position } from './laid-out-flow.ts';
import { type Block, columnTop, computeFrame, endsChain, measureChain, pillTop, type Stack } from './measure.ts';
import { type CanvasNode, keyOfStep, makeKey } from './node-key.ts';
import { noteBox } from './note-box.ts';
import { sizes } from './sizes.ts';
import { visibleOutline } from './visible-outline.ts';

const half = sizes.card.width / 2;
const nothingFolded: ReadonlySet<string> = new Set();

/** Where a chain's line goes after its last step. */
interface Exit {
  points: Position[];
  target: string | null;
  hasArrow: boolean;
}

/**
 * Lays a workflow out from top to bottom: the trigger on top, groups of a branch side by side and joined again below, a loop's body in a
 * frame to its right. Every position follows from the flow only, so the same flow always looks the same, and the main line stays in place
 * whatever grows beside it. Time is proportional to the number of steps.
 *
 * @param showsHidden shows steps that are hidden from customers (spec EDIT-78).
 * @param folded keys of steps whose loop or branches are folded.
 */
export function layoutFlow(
  steps: readonly WorkflowStep[],
  { showsHidden, folded = nothingFolded }: { showsHidden: boolean; folded?: ReadonlySet<string> },
): LaidOutFlow {
  const { chain, unreached, folds } = visibleOutline(steps, showsHidden, folded);
  const main = measureChain(chain);
  const painter = new Painter();
  const end = painter.placeMain(main);
  painter.placeAside(unreached, main.right + sizes.aside);
  return painter.finish(end, folds);
}

class Painter {
  #cards: CardBox[] = [];
  #pills: PillBox[] = [];
  #frames: FrameBox[] = [];
  #pluses: PlusBox[] = [];
  #notes: NoteBox[] = [];
  #edges: FlowEdge[] = [];
  #chains: FlowChain[] = [];
  #chainOf = new Map<string, { chain: FlowChain; at: number }>();

  /** @returns the end of the flow; null if an end step ends it */
  placeMain(stack: Stack): Position | null {
    const last = stack.blocks.at(-1);
    const bottom = { x: 0, y: stack.height };
    const isOpen = last !== undefined && !endsChain(last.node);
    this.#placeStack(stack, 0, 0, { kind: 'main' }, isOpen ? { points: [bottom], target: null, hasArrow: false } : null);
    return isOpen ? bottom : null;
  }

  placeAside(unreached: readonly WorkflowStep[], x: number): void {
    unreached.forEach((step, index) => {
      this.#placeCard(step, x + half, index * (sizes.card.height + sizes.columnGap), true);
    });
  }

  finish(end: Position | null, folds: LaidOutFlow['folds']): LaidOutFlow {
    const dot = sizes.endDot;
    const endBox = end && { x: end.x - dot / 2, y: end.y - dot / 2, width: dot, height: dot };
    const boxes = [...this.#cards, ...this.#pills, ...this.#frames, ...this.#notes, ...(endBox ? [endBox] : [])];
    const left = Math.min(...listCoordinates(boxes, (box) => box.x));
    const top = Math.min(...listCoordinates(boxes, (box) => box.y));
    const right = Math.max(...listCoordinates(boxes, (box) => box.x + box.width));
    const bottom = Math.max(...listCoordinates(boxes, (box) => box.y + box.height));
    return {
      cards: this.#cards,
      pills: this.#pills,
      frames: this.#frames,
      pluses: this.#pluses,
      notes: this.#notes,
      end: endBox,
      edges: this.#edges,
      chains: this.#chains,
      chainOf: this.#chainOf,
      folds,
      bounds: { x: left, y: top, width: right - left, height: bottom - top },
    };
  }

  /** Places a chain's steps below each other; `exit` says where the line goes after the last one. */
  #placeStack(stack: Stack, x: number, top: number, owner: FlowChain['owner'], exit: Exit | null): void {
    const chain: FlowChain = { owner, keys: stack.blocks.map(({ node }) => keyOfStep(node.step)) };
    this.#chains.push(chain);
    let y = top;
    stack.blocks.forEach((block, at) => {
      this.#chainOf.set(keyOfStep(block.node.step), { chain, at });
      this.#placeBlock(block, x, y);
      y += block.height;
      const next = stack.blocks[at + 1];
      if (endsChain(block.node)) return;
      // Next to an error path the line continues straight.
      const isFork = block.columns.length > 0 && block.node.step.type === 'Branch';
      const from = { x, y: isFork ? y : y - block.height + sizes.card.height };
      const { stepId } = block.node.step;
      const name = next?.node.step.stepId ?? exit?.target ?? null;
      const way = next ? [{ x, y: y + sizes.gap }] : (exit?.points ?? []);
      const hasArrow = next !== undefined || (exit?.hasArrow ?? false);
      if (block.columns.length > 0 && !isFork) {
        const merge = { x, y };
        this.#edges.push({ points: [from, merge], source: stepId, target: name, hasArrow: false, isSuccessOnly: true });
        this.#edges.push({ points: [merge, ...way], source: stepId, target: name, hasArrow });
      } else this.#edges.push({ points: [from, ...way], source: stepId, target: name, hasArrow });
      // Nothing comes between an operation and its paging loop (spec STEP-48).
      if (!isPaging(block.node.step, next?.node.step)) {
        const isFirst = owner.kind === 'main' && stack.blocks.length === 1;
        this.#placePlus({ kind: 'after', stepId }, x, y + sizes.gap / 2, isFirst, keyOfStep(block.node.step));
      }
      y += sizes.gap;
    });
  }

  #placeBlock(block: Block, x: number, y: number): void {
    const { step } = block.node;
    this.#placeCard(step, x, y, false);
    if (block.body) this.#placeBody(step, block.body, x, y);
    if (block.columns.length > 0) this.#placeColumns(block, x, y);
  }

  #placeCard(step: WorkflowStep, x: number, y: number, isUnreached: boolean): void {
    this.#placeNotes(step, x - half, y);
    this.#cards.push({ key: keyOfStep(step), step, isUnreached, number: this.#cards.length + 1, x: x - half, y, ...sizes.card });
  }

  #placeNotes(step: WorkflowStep, x: number, y: number): void {
    const stepKey = keyOfStep(step);
    for (const [noteIndex, note] of (step.notes ?? []).entries()) {
      const box = noteBox(note);
      const key = makeKey({ kind: 'note', stepKey, note: noteIndex });
      this.#notes.push({ key, stepKey, noteIndex, ...box, x: x + box.x, y: y + box.y });
    }
  }

  #placePlus(place: StepPosition, x: number, y: number, isOnly: boolean, ownerKey: string): void {
    const side = sizes.plus;
    this.#pluses.push({
      key: makeKey(plusAt(place, ownerKey)),
      place,
      isOnly,
      x: x - side / 2,
      y: y - side / 2,
      width: side,
      height: side,
    });
  }

  #placeBody(step: WorkflowStep, body: Stack, x: number, y: number): void {
    const { startY, endY, gap, lane } = sizes.loop;
    const frame = computeFrame(body);
    const key = keyOfStep(step);
    const left = x + half + gap;
    const spine = left + frame.spineX;
    const bottom = y + frame.height;
    this.#frames.push({
      key: makeKey({ kind: 'frame', stepKey: key }),
      loopKey: key,
      x: left,
      y,
      width: frame.width,
      height: frame.height,
    });
    const first = body.blocks[0];
    const wayBack = [
      { x: spine, y: bottom - lane },
      { x: x + half + gap / 2, y: bottom - lane },
      { x: x + half + gap / 2, y: y + endY },
      { x: x + half, y: y + endY },
    ];
    const wayIn = [
      { x: x + half, y: y + startY },
      { x: spine, y: y + startY },
    ];
    const enter = { x: spine, y: y + startY + sizes.gap };
    const target = first?.node.step.stepId ?? step.stepId;
    this.#edges.push({
      points: first ? [...wayIn, enter] : [...wayIn, ...wayBack],
      source: step.stepId,
      target,
      hasArrow: true,
    });
    this.#placePlus({ kind: 'body', stepId: step.stepId }, spine, y + startY + sizes.gap / 2, !first, key);
    this.#placeStack(body, spine, enter.y, { kind: 'body', key }, { points: wayBack, target: step.stepId, hasArrow: true });
  }

  #placeColumns({ node, columns, height }: Block, x: number, y: number): void {
    const { step } = node;
    const key = keyOfStep(step);
    const pillKeys = columns.map(({ index }) => makeKey({ kind: 'group', stepKey: key, group: index }));
    const merge = y + height;
    const fork = y + sizes.card.height + sizes.fork;
    for (const { index, x: offset, stack } of columns) {
      const spine = x + offset;
      const first = stack.blocks[0]?.node.step.stepId ?? null;
      const { width, height: pillHeight } = sizes.pill;
      this.#pills.push({
        key: makeKey({ kind: 'group', stepKey: key, group: index }),
        branchKey: key,
        groupIndex: index,
        x: spine - width / 2,
        y: y + pillTop,
        width,
        height: pillHeight,
      });
      const wayDown = bend({ x, y: y + sizes.card.height }, fork, { x: spine, y: y + pillTop });
      const ofEmpty = first ? {} : { emptyGroup: index };
      this.#edges.push({ points: wayDown, source: step.stepId, target: first, hasArrow: false, ...ofEmpty });
      const below = y + columnTop;
      const exit = { points: bend(null, merge, { x, y: merge }, spine), target: null, hasArrow: false };
      const entry = first ? [{ x: spine, y: below + sizes.gap }] : exit.points;
      this.#edges.push({
        points: [{ x: spine, y: below }, ...entry],
        source: step.stepId,
        target: first,
        hasArrow: first !== null,
        ...ofEmpty,
      });
      this.#placePlus({ kind: 'group', stepId: step.stepId, groupIndex: index }, spine, below + sizes.gap / 2, !first, key);
      this.#placeStack(stack, spine, below + sizes.gap, { kind: 'group', key, groupIndex: index, pillKeys }, exit);
    }
  }
}

function plusAt(place: StepPosition, stepKey: string): CanvasNode {
  return place.kind === 'group' ? { kind: 'groupStart', stepKey, group: place.groupIndex } : { kind: place.kind, stepKey };
}

function isPaging(step: WorkflowStep, next: WorkflowStep | undefined): boolean {
  return step.type === 'ConnectorOperation' && step.useAutoPaging === true && next?.type === 'Loop' && next.pagedItemsLimit !== undefined;
}

/** A line from one position to another via a level; straight if both are on one vertical. */
function bend(from: Position | null, level: number, to: Position, fromX = from?.x ?? to.x): Position[] {
  const start = from ? [from] : [];
  if (fromX === to.x) return [...start, to];
  const way = [...start, { x: fromX, y: level }, { x: to.x, y: level }];
  return to.y === level ? way : [...way, to];
}

/** Contains only 0 if there are no items, so that an empty canvas has bounds. */
function listCoordinates<Item>(items: readonly Item[], read: (item: Item) => number): number[] {
  return items.length === 0 ? [0] : items.map(read);
}
