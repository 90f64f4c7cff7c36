import { parseExpression } from './parse-expression.ts';
import { InvalidQuery, type SqlQuery } from './syntax.ts';
import { Tokens } from './tokens.ts';

/** Words that end a table name and aren't its alias. */
const ENDS = ['', 'WHERE', 'ORDER', 'JOIN', 'INNER', 'LEFT', 'ON', 'GROUP', 'FETCH', 'UNION', ')', ','];

/** Parses the part of SuiteQL that lists need: tables with joins, conditions, an order. @throws InvalidQuery */
export function parseSuiteQl(text: string): SqlQuery {
  const tokens = new Tokens(text);
  const query = parseQuery(tokens);
  if (!tokens.isAtEnd) throw new InvalidQuery(`Unexpected "${tokens.take()}".`);
  return query;
}

function parseQuery(tokens: Tokens): SqlQuery {
  const expression = () => parseExpression(tokens, parseQuery);
  tokens.expect('SELECT');
  const isDistinct = tokens.takeIf('DISTINCT');
  const columns = parseColumns(tokens, expression);
  tokens.expect('FROM');
  const query: SqlQuery = { isDistinct, columns, from: tableName(tokens), joins: [], where: null, orderBy: [], most: null };
  for (;;) {
    const isLeft = tokens.takeIf('LEFT', 'OUTER', 'JOIN') || tokens.takeIf('LEFT', 'JOIN');
    if (!isLeft && !tokens.takeIf('INNER', 'JOIN') && !tokens.takeIf('JOIN')) break;
    const table = tableName(tokens);
    tokens.expect('ON');
    query.joins.push({ table, isLeft, on: expression() });
  }
  if (tokens.takeIf('WHERE')) query.where = expression();
  if (tokens.takeIf('ORDER', 'BY')) {
    do {
      const by = expression();
      const isDescending = tokens.takeIf('DESC');
      if (!isDescending) tokens.takeIf('ASC');
      if (!tokens.takeIf('NULLS', 'FIRST')) tokens.takeIf('NULLS', 'LAST');
      query.orderBy.push({ expression: by, isDescending });
    } while (tokens.takeIf(','));
  }
  if (tokens.takeIf('FETCH', 'FIRST')) {
    query.most = Number(tokens.take());
    if (!tokens.takeIf('ROWS', 'ONLY')) tokens.takeIf('ROW', 'ONLY');
  }
  return query;
}

function parseColumns(tokens: Tokens, expression: () => ReturnType<typeof parseExpression>): SqlQuery['columns'] {
  if (tokens.takeIf('*')) return null;
  const columns: NonNullable<SqlQuery['columns']> = [];
  do {
    const column = expression();
    const isNamed = tokens.takeIf('AS') || !['FROM', ','].includes(tokens.peek());
    const usual = column.kind === 'column' ? column.name : `expr${columns.length + 1}`;
    columns.push({ expression: column, name: (isNamed ? tokens.take().replaceAll('"', '') : usual).toLowerCase() });
  } while (tokens.takeIf(','));
  return columns;
}

function tableName(tokens: Tokens): SqlQuery['from'] {
  const name = tokens.take().toLowerCase();
  tokens.takeIf('AS');
  return { name, alias: ENDS.includes(tokens.peek()) ? name : tokens.take().toLowerCase() };
}
