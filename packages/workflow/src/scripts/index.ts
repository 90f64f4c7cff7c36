/** Functions that read scripts with a JavaScript parser. They are separate from the rest of the package, which pages load at once. */
export { type ScriptProblem, scriptProblem } from './script-problem.ts';
export { scriptProblems } from './script-problems.ts';
export { type ScriptReferenceProblem, scriptReferenceProblems } from './script-reference-problems.ts';
