/** Sizes of the flowchart in its own pixels, all on the 4 px grid. */
export const sizes = {
  card: { width: 264, height: 64 },
  /** Distance between two steps; the plus is halfway. */
  gap: 52,
  plus: 24,
  pill: { width: 248, height: 28 },
  /** Distance from a branch down to the line that leads to its groups, and from there to their pills. */
  fork: 24,
  columnGap: 40,
  loop: {
    /** Distance from the loop to the frame of its body. */
    gap: 56,
    padding: 28,
    /** Distance of the ports `loopStart` and `loopEnd` from the card's top edge, on its right. */
    startY: 20,
    endY: 44,
    /** Height below the body for the line back to the loop. */
    lane: 24,
  },
  endDot: 12,
  /** Distance from the flow to the steps that nothing leads to. */
  aside: 120,
  corner: 10,
} as const;
