import { type StepNote, workflowLimits } from '@portage/workflow';
import type { Box } from './laid-out-flow.ts';

/** Distance between a step's card and a note that was never moved. */
const GAP = 24;

/** A note's box relative to the top left corner of its step's card; a note that was never moved is to the card's left. */
export function noteBox({ x, y, width, height }: StepNote): Box {
  const { noteWidth, noteHeight } = workflowLimits;
  const wide = width ?? noteWidth.default;
  return { x: x ?? -wide - GAP, y: y ?? 0, width: wide, height: height ?? noteHeight.default };
}
