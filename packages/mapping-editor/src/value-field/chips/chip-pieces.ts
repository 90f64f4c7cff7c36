import { briefValue } from '@portage/ui';
import { type ExpressionScope, expressionSpans, type ReferenceNode, type ReferenceProblem, writePath } from '@portage/workflow';
import { previewValue } from '../samples/preview-value.ts';

/** The content of a reference's or a formula's chip. */
export interface Chip {
  /** Null for stored data, constants, records and formulas. */
  stepName: string | null;
  label: string;
  /** Its last value in a few letters; null if unknown. */
  value: string | null;
  look: 'reference' | 'formula' | 'error' | 'warning';
}

export interface ChipPiece {
  start: number;
  end: number;
  text: string;
  chip: Chip | null;
}

/** A longer text is shown without chips: they would take longer to draw than to read. */
const MOST_CHARACTERS = 5_000;
const MOST_CHIPS = 60;
const VALUE_LENGTH = 32;
const FORMULA_LENGTH = 60;

/** The first name of a path is the value's source, not its meaning: `order › total` is as clear as `order › Response.total`. */
const SOURCES: readonly string[] = ['Payload', 'Response', 'Result', 'Item'];

/** @returns null if the text has no chips, or more than can be drawn */
export function chipPieces(text: string, scope: ExpressionScope, problems: readonly ReferenceProblem[]): ChipPiece[] | null {
  if (text.length > MOST_CHARACTERS || !/\$|^\s*Steps/.test(text)) return null;
  const spans = expressionSpans(text).filter(({ kind }) => kind === 'reference' || kind === 'formula');
  if (spans.length === 0 || spans.length > MOST_CHIPS) return null;
  const pieces: ChipPiece[] = [];
  let at = 0;
  const add = (end: number, chip: Chip | null) => {
    if (end > at) pieces.push({ start: at, end, text: text.slice(at, end), chip });
    at = Math.max(at, end);
  };
  for (const span of spans) {
    if (span.kind === 'fault') continue;
    add(span.start, null);
    const problem = problems.find(({ start, end }) => start < span.end && end > span.start);
    add(span.end, buildChip(text.slice(span.start, span.end), span.kind, span.references, scope, problem));
  }
  add(text.length, null);
  return pieces;
}

function buildChip(
  text: string,
  kind: 'reference' | 'formula' | 'value',
  references: readonly ReferenceNode[],
  scope: ExpressionScope,
  problem: ReferenceProblem | undefined,
): Chip {
  const preview = problem ? null : previewValue(text, 'expression', scope);
  const value = preview?.state === 'value' ? briefValue(preview.value, VALUE_LENGTH) : null;
  const [reference] = references;
  const named =
    kind === 'reference' && reference ? buildLabel(reference, text) : { stepName: null, label: inside(text).slice(0, FORMULA_LENGTH) };
  return { ...named, value, look: problem?.severity ?? (kind === 'reference' ? 'reference' : 'formula') };
}

function buildLabel({ root, members }: ReferenceNode, text: string): Pick<Chip, 'stepName' | 'label'> {
  const keys = members.map((member) => (member.kind === 'name' ? member.name : member.kind === 'index' ? member.index : null));
  const [first, ...rest] = keys;
  if (root !== 'Steps' || typeof first !== 'string' || rest.includes(null)) return { stepName: null, label: inside(text) };
  const path = rest.filter((key) => key !== null);
  const shown = path.length > 1 && SOURCES.includes(String(path[0])) ? path.slice(1) : path;
  // Written as a path of stored data and trimmed, so that unusual names get their brackets.
  return { stepName: first, label: shown.length === 0 ? '' : writePath('Data', shown).replace(/^Data\.?/, '') };
}

/** Strips the reference syntax. */
function inside(text: string): string {
  const trimmed = text.trim();
  return /^\$\{[\s\S]*\}$/.test(trimmed) ? trimmed.slice(2, -1).trim() : trimmed.replace(/^\$/, '');
}
