import { parseAst } from 'vitest/node';

export interface SourceFunction {
  name: string;
  lines: number;
  parameters: number;
}

export interface SourceImport {
  specifier: string;
  /** `import type`: gone at run time. */
  isTypeOnly: boolean;
}

export interface ParsedSource {
  functions: SourceFunction[];
  imports: SourceImport[];
  /** Depths of conditional expressions nested in a conditional expression. */
  nestedTernaries: number[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** A TypeScript file's functions, imports and nested conditional expressions. */
export function parseSource(text: string, lang: 'ts' | 'tsx'): ParsedSource {
  const parsed: ParsedSource = { functions: [], imports: [], nestedTernaries: [] };
  const lineOf = createLineLookup(text);
  walk(parseAst(text, { lang }) as unknown as Node, '', 0);
  return parsed;

  function walk(node: Node, name: string, depth: number): void {
    if (FUNCTIONS.has(node.type)) {
      const own = (node.id as Node | null)?.name as string | undefined;
      const parameters = (node.params as unknown[]).length;
      parsed.functions.push({ name: own ?? name, lines: lineOf(node.end) - lineOf(node.start) + 1, parameters });
    }
    const source = node.source as Node | null | undefined;
    if (/^(Import|Export\w+)Declaration$/.test(node.type) && source) {
      parsed.imports.push({ specifier: String(source.value), isTypeOnly: isTypeOnly(node) });
    }
    const isTernary = node.type === 'ConditionalExpression';
    if (isTernary && depth === 1) parsed.nestedTernaries.push(ternaryDepth(node) + 1);
    const inner = isTernary ? depth + 1 : /Expression$/.test(node.type) && !FUNCTIONS.has(node.type) ? depth : 0;
    for (const child of listChildren(node)) walk(child, nameFor(node) ?? name, inner);
  }
}

function isTypeOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = (node.specifiers ?? []) as Node[];
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type');
}

function ternaryDepth(node: Node): number {
  const depths = [node.consequent, node.alternate].map((child) =>
    (child as Node).type === 'ConditionalExpression' ? ternaryDepth(child as Node) : 0,
  );
  return 1 + Math.max(...depths);
}

/** An anonymous function's name: its variable or its member. */
function nameFor(node: Node): string | null {
  const named = (node.type === 'VariableDeclarator' ? node.id : (node.key ?? null)) as Node | null;
  return typeof named?.name === 'string' ? named.name : null;
}

function listChildren(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && typeof (child as Node).type === 'string');
}

/** The line of an offset, counted from 1. */
function createLineLookup(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
