import { isIdentifier } from '../expressions/is-identifier.ts';
import { listPointers, mapPointers } from '../flow/step-pointers.ts';
import { mapStepTexts } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';

/** Spec STEP-14: with more steps, texts aren't changed. */
const MAX_STEPS_FOR_TEXTS = 30;

/**
 * Updates everything that names a step to its new name (spec STEP-12..14): pointers always; references in expressions and scripts only in
 * workflows of at most 30 steps. The step's own `stepId` stays.
 */
export function renameStepReferences(steps: readonly WorkflowStep[], oldName: string, newName: string): WorkflowStep[] {
  if (oldName === newName || oldName === '') return [...steps];
  const withTexts = steps.length <= MAX_STEPS_FOR_TEXTS;
  return steps.map((step) => {
    const pointed = mapPointers(step, (target) => (target === oldName ? newName : target));
    return withTexts ? renameInStepTexts(pointed, new Map([[oldName, newName]])) : pointed;
  });
}

/** Points everything that pointed to `oldName` to `newName`; other steps remain the same objects. */
export function pointToRenamed<Step extends WorkflowStep>(steps: readonly Step[], oldName: string, newName: string): Step[] {
  if (oldName === newName) return [...steps];
  return steps.map((step) => {
    const pointsThere = listPointers(step).some(({ target }) => target === oldName);
    return pointsThere ? mapPointers(step, (target) => (target === oldName ? newName : target)) : step;
  });
}

/** A copy of the step whose expressions and scripts use the new names of other steps. Its pointers stay. */
export function renameInStepTexts<Step extends WorkflowStep>(step: Step, newNames: ReadonlyMap<string, string>): Step {
  return mapStepTexts(step, (text) => renameInText(text, newNames));
}

/** Names of the steps, other than the given ones, whose expressions or scripts read one of them. */
export function findReaders(steps: readonly WorkflowStep[], names: ReadonlySet<string>): string[] {
  const marked = new Map([...names].map((name) => [name, `${name}\u0000`]));
  return steps.filter((step) => !names.has(step.stepId) && mentions(step, marked)).map(({ stepId }) => stepId);
}

function mentions(step: WorkflowStep, newNames: ReadonlyMap<string, string>): boolean {
  let isFound = false;
  mapStepTexts(step, (text, kind) => {
    isFound ||= kind !== 'unused' && renameInText(text, newNames) !== text;
    return text;
  });
  return isFound;
}

/** `Steps["old"]` with every kind of quotes, and `Steps.old`. The same in expressions and scripts. */
function renameInText(text: string, newNames: ReadonlyMap<string, string>): string {
  if (!text.includes('Steps')) return text;
  const bracket = /(?<![\w.])Steps\s*(?:\?\.)?\s*\[\s*(\\"(?:(?!\\").)*\\"|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.)*`)\s*\]/gs;
  const dotted = /(?<![\w.])(Steps\s*(?:\?\.|\.)\s*)([\p{L}_$][\p{L}\p{N}_$]*)/gu;
  return text
    .replace(bracket, (whole: string, quoted: string) => {
      const quote = quoted.startsWith('\\') ? '\\"' : quoted.charAt(0);
      const newName = newNames.get(unquote(quoted, quote));
      return newName === undefined ? whole : whole.replace(quoted, () => quoteAs(newName, quote));
    })
    .replace(dotted, (whole: string, before: string, name: string) => {
      const newName = newNames.get(name);
      if (newName === undefined) return whole;
      return isIdentifier(newName) ? `${before}${newName}` : `Steps[${quoteAs(newName, '"')}]`;
    });
}

/** The name in a quoted text. @param quote its marks: `"`, `'`, a backtick, or `\\"` inside JSON */
export function unquote(quoted: string, quote: string): string {
  const inner = quoted.slice(quote.length, -quote.length);
  return inner.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Inside `\"…\"` a quote is written as a code: another backslash would have to be doubled by the surrounding text. */
export function quoteAs(name: string, quote: string): string {
  const edge = quote.slice(-1);
  const escapedEdge = quote === edge ? `\\${edge}` : '\\u0022';
  return `${quote}${name.replaceAll('\\', '\\\\').replaceAll(edge, escapedEdge)}${quote}`;
}
