import type { StepPosition, WorkflowStep } from '@portage/workflow';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Position {
  x: number;
  y: number;
}

/** A step's card. `node-key.ts` makes the keys. */
export interface CardBox extends Box {
  key: string;
  step: WorkflowStep;
  /** No step leads to it, so it is drawn beside the flow. */
  isUnreached: boolean;
  /** Starts at 1, in reading order. */
  number: number;
}

export interface PillBox extends Box {
  key: string;
  branchKey: string;
  groupIndex: number;
}

export interface FrameBox extends Box {
  key: string;
  loopKey: string;
}

export interface PlusBox extends Box {
  key: string;
  place: StepPosition;
  /** The chain is empty or has only the trigger: the plus has a label that says what it does. */
  isOnly: boolean;
}

export interface NoteBox extends Box {
  key: string;
  stepKey: string;
  noteIndex: number;
}

/** A line between steps, with the names of the steps at its ends. */
export interface FlowEdge {
  points: Position[];
  source: string | null;
  target: string | null;
  hasArrow: boolean;
  /** Index of the condition group without steps that the line runs through. */
  emptyGroup?: number;
  /** True for the line next to an error path, which is taken only if the step succeeded. */
  isSuccessOnly?: boolean;
}

/** A chain of steps, and the step or group that contains it. */
export interface FlowChain {
  owner: { kind: 'main' } | { kind: 'group'; key: string; groupIndex: number; pillKeys: string[] } | { kind: 'body'; key: string };
  keys: string[];
}

/** Positions of everything on the canvas. The middle of the trigger card's top edge is at 0, 0. */
export interface LaidOutFlow {
  cards: CardBox[];
  pills: PillBox[];
  frames: FrameBox[];
  pluses: PlusBox[];
  notes: NoteBox[];
  /** The dot at the end of the flow; null if an end step ends it. */
  end: Box | null;
  edges: FlowEdge[];
  chains: FlowChain[];
  /** Each step's chain, and its index in it. */
  chainOf: ReadonlyMap<string, { chain: FlowChain; at: number }>;
  /** The steps inside each folded step, in reading order; they have no position. */
  folds: ReadonlyMap<string, readonly WorkflowStep[]>;
  bounds: Box;
}
