/** Enough for some dozens of rows; a few show the shape. */
const SAMPLE_KB = 250;
/** The part of a saved workflow's body, 2 MB at most, that must stay free for the rest. */
const WORKFLOW_KB = 1_800;
/** Shorter samples than this are taken without looking at the rest of the workflow. */
const SMALL_CHARACTERS = 10_000;

/**
 * Why a sample cannot be kept with its workflow, or null. One that is too large would keep everything else from being saved.
 *
 * @param readOthers everything else that is saved with it.
 */
export function sampleSizeProblem(text: string, readOthers: () => unknown): string | null {
  if (text.length < SMALL_CHARACTERS) return null;
  const kilobytes = kilobytesOf(text);
  if (kilobytes > SAMPLE_KB) {
    return `This sample has ${inWords(kilobytes)} and is not kept: ${inWords(SAMPLE_KB)} is the limit. A few rows are enough.`;
  }
  if (kilobytesOf(JSON.stringify(text)) + kilobytesOf(JSON.stringify(readOthers()) ?? '') <= WORKFLOW_KB) return null;
  return `This sample is not kept: with it the workflow would have more than ${inWords(WORKFLOW_KB)}. Shorten this sample or others.`;
}

function kilobytesOf(text: string): number {
  return new TextEncoder().encode(text).length / 1_000;
}

function inWords(kilobytes: number): string {
  return `${Math.ceil(kilobytes).toLocaleString('en')} KB`;
}
