/** The nodes of a parsed expression. Positions count UTF-16 units from the start of the whole text. */

/** `Item` and `Entry` stand in mappings of a sync only: the record that is mapped, and an entry of one of its lists. */
export const referenceRoots = ['Steps', 'Data', 'Consts', 'Item', 'Entry'] as const;
export type ReferenceRoot = (typeof referenceRoots)[number];
export type RecordRoot = Extract<ReferenceRoot, 'Item' | 'Entry'>;

interface LiteralNode {
  kind: 'literal';
  value: string | number | boolean | null;
  position: number;
}

/** `.name`, `["name"]` and `[0]` are known when the text is read; `[$Data.key]` only when it is evaluated. */
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
  /** Behind its last character. */
  end: number;
}

export interface CallNode {
  kind: 'call';
  name: string;
  arguments: ExpressionNode[];
  position: number;
  /** Behind its closing bracket. */
  end: number;
}

export type ExpressionNode = LiteralNode | ReferenceNode | CallNode;

export type TemplatePart = { kind: 'text'; text: string } | { kind: 'segment'; expression: ExpressionNode; start: number; end: number };

export interface ParsedExpression {
  parts: TemplatePart[];
  /** The one expression that the text consists of (blanks around it do not count); its value keeps its JSON type. */
  single: ExpressionNode | null;
}
