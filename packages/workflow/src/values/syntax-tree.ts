/** The nodes of a parsed expression. Positions are UTF-16 units from the start of the whole text. */

/** `Item` and `Entry` exist only in sync mappings: the mapped record, and an entry of one of its lists. */
export const referenceRoots = ['Steps', 'Data', 'Vars', 'Consts', 'Item', 'Entry'] as const;
export type ReferenceRoot = (typeof referenceRoots)[number];

export function isRoot(name: string): name is ReferenceRoot {
  return (referenceRoots as readonly string[]).includes(name);
}
export type RecordRoot = Extract<ReferenceRoot, 'Item' | 'Entry'>;

interface LiteralNode {
  kind: 'literal';
  value: string | number | boolean | null;
  position: number;
}

/** `.name`, `["name"]` and `[0]` are known after parsing; `[$Data.key]` only when evaluated. */
export type MemberNode =
  | { kind: 'name'; name: string; position: number }
  | { kind: 'index'; index: number; position: number }
  | { kind: 'computed'; expression: ExpressionNode; position: number };

/** `Steps["start"].Payload.id`: for Steps the first member is the step's name. */
export interface ReferenceNode {
  kind: 'reference';
  root: ReferenceRoot;
  members: MemberNode[];
  position: number;
  /** Position after its last character. */
  end: number;
}

export interface CallNode {
  kind: 'call';
  name: string;
  arguments: ExpressionNode[];
  position: number;
  /** Position after its closing bracket. */
  end: number;
}

export type ExpressionNode = LiteralNode | ReferenceNode | CallNode;

export type TemplatePart = { kind: 'text'; text: string } | { kind: 'segment'; expression: ExpressionNode; start: number; end: number };

export interface ParsedExpression {
  parts: TemplatePart[];
  /** The one expression that the text consists of (ignoring surrounding blanks); its value keeps its JSON type. */
  single: ExpressionNode | null;
  /** What the author wrote if the text has no expression: a number if it's a plain one, otherwise the text. Null: it has an expression. */
  literal: string | number | null;
}
