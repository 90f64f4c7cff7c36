import { formatNumber } from '@portage/ui';

/** Enough for some dozens of rows, of which a few already show the shape. */
const SAMPLE_KB = 250;
/** The limit for the sample's part of a saved workflow's body (at most 2 MB), so that the rest has room. */
const WORKFLOW_KB = 1_800;
/** Shorter samples are accepted without measuring the rest of the workflow. */
const SMALL_CHARACTERS = 10_000;

/** Null if the sample fits. A larger one would block saving everything else. @param readOthers returns everything else */
export function sampleSizeProblem(text: string, readOthers: () => unknown): string | null {
  if (text.length < SMALL_CHARACTERS) return null;
  const kilobytes = countKilobytes(text);
  if (kilobytes > SAMPLE_KB) {
    return `This sample is ${inWords(kilobytes)} and isn’t stored: the limit is ${inWords(SAMPLE_KB)}. A few rows are enough.`;
  }
  if (countKilobytes(JSON.stringify(text)) + countKilobytes(JSON.stringify(readOthers()) ?? '') <= WORKFLOW_KB) return null;
  return `This sample isn’t stored: it would make the workflow larger than ${inWords(WORKFLOW_KB)}. Shorten this sample or others.`;
}

function countKilobytes(text: string): number {
  return new TextEncoder().encode(text).length / 1_000;
}

function inWords(kilobytes: number): string {
  return `${formatNumber(Math.ceil(kilobytes))} KB`;
}
