/** One statement of a migration, with the comments inside or above it. */
export interface SqlStatement {
  /** Without comments, and with single spaces. */
  text: string;
  comments: string[];
}

/** Comments, texts, quoted names, and anything else up to a semicolon. */
const PARTS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-/'"$;]+|[\s\S]/g;

export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let [text, comments]: [string, string[]] = ['', []];
  const end = () => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (plain) statements.push({ text: plain, comments });
    // Text after the last statement belongs to no statement.
    if (plain) comments = [];
    text = '';
  };
  for (const [part] of sql.matchAll(PARTS)) {
    if (part === ';') end();
    else if (part.startsWith('--') || part.startsWith('/*')) {
      if (part.startsWith('--> statement-breakpoint')) end();
      else comments.push(part.replace(/^--\s*|^\/\*\s*|\s*\*\/$/g, '').trim());
    } else text += part;
  }
  end();
  return statements;
}
