import { type Expression, InvalidQuery, type SqlQuery } from './syntax.ts';
import type { Tokens } from './tokens.ts';

const COMPARISONS = ['=', '!=', '<>', '<', '<=', '>', '>='];

/** An expression, from OR down to values. @throws InvalidQuery */
export function parseExpression(tokens: Tokens, parseQuery: (tokens: Tokens) => SqlQuery): Expression {
  return either();

  function either(): Expression {
    return leftToRight(both, ['OR']);
  }

  function both(): Expression {
    return leftToRight(denied, ['AND']);
  }

  function denied(): Expression {
    return tokens.takeIf('NOT') ? { kind: 'not', of: denied() } : compared();
  }

  function compared(): Expression {
    const left = sum();
    if (COMPARISONS.includes(tokens.peek())) {
      return { kind: 'binary', operator: tokens.take().replace('<>', '!='), left, right: sum() };
    }
    if (tokens.takeIf('IS')) {
      const isNot = tokens.takeIf('NOT');
      tokens.expect('NULL');
      return notIf(isNot, { kind: 'is-null', of: left });
    }
    const isNot = tokens.takeIf('NOT');
    if (tokens.takeIf('LIKE')) return notIf(isNot, { kind: 'binary', operator: 'LIKE', left, right: sum() });
    if (tokens.takeIf('IN')) return notIf(isNot, { kind: 'in', of: left, list: list() });
    if (tokens.takeIf('BETWEEN')) {
      const from = sum();
      tokens.expect('AND');
      const atLeast: Expression = { kind: 'binary', operator: '>=', left, right: from };
      return notIf(isNot, {
        kind: 'binary',
        operator: 'AND',
        left: atLeast,
        right: { kind: 'binary', operator: '<=', left, right: sum() },
      });
    }
    if (isNot) throw new InvalidQuery('NOT belongs before LIKE, IN or BETWEEN there.');
    return left;
  }

  function sum(): Expression {
    return leftToRight(product, ['+', '-', '||']);
  }

  function product(): Expression {
    return leftToRight(signed, ['*', '/']);
  }

  function signed(): Expression {
    if (!tokens.takeIf('-')) return value();
    return { kind: 'binary', operator: '-', left: { kind: 'literal', value: 0 }, right: signed() };
  }

  function value(): Expression {
    if (tokens.takeIf('(')) {
      const inner: Expression = tokens.peek() === 'SELECT' ? { kind: 'query', query: parseQuery(tokens) } : either();
      tokens.expect(')');
      return inner;
    }
    if (tokens.takeIf('CASE')) return cases();
    if (tokens.takeIf('NULL')) return { kind: 'literal', value: null };
    const token = tokens.take();
    if (token.startsWith("'")) return { kind: 'literal', value: token.slice(1, -1).replaceAll("''", "'") };
    if (/^\d/.test(token)) return { kind: 'literal', value: Number(token) };
    if (!/^["A-Za-z_]/.test(token)) throw new InvalidQuery(`Unexpected "${token}".`);
    if (tokens.takeIf('(')) return call(token.toUpperCase());
    if (['SYSDATE', 'CURRENT_DATE', 'SYSTIMESTAMP'].includes(token.toUpperCase())) {
      return { kind: 'call', name: 'SYSDATE', parameters: [], isOfAll: false };
    }
    const [table = '', name] = token.replaceAll('"', '').toLowerCase().split('.');
    return name === undefined ? { kind: 'column', table: null, name: table } : { kind: 'column', table, name };
  }

  function call(name: string): Expression {
    if (tokens.takeIf('*', ')')) return { kind: 'call', name, parameters: [], isOfAll: true };
    if (tokens.takeIf(')')) return { kind: 'call', name, parameters: [], isOfAll: false };
    tokens.takeIf('DISTINCT');
    const parameters = [either()];
    while (tokens.takeIf(',')) parameters.push(either());
    tokens.expect(')');
    return { kind: 'call', name, parameters, isOfAll: false };
  }

  function cases(): Expression {
    const branches: { when: Expression; result: Expression }[] = [];
    while (tokens.takeIf('WHEN')) {
      const when = either();
      tokens.expect('THEN');
      branches.push({ when, result: either() });
    }
    const otherwise = tokens.takeIf('ELSE') ? either() : null;
    tokens.expect('END');
    return { kind: 'case', branches, otherwise };
  }

  function list(): Expression[] {
    tokens.expect('(');
    if (tokens.peek() === 'SELECT') {
      const query = parseQuery(tokens);
      tokens.expect(')');
      return [{ kind: 'query', query }];
    }
    const items = [sum()];
    while (tokens.takeIf(',')) items.push(sum());
    tokens.expect(')');
    return items;
  }

  function leftToRight(next: () => Expression, operators: readonly string[]): Expression {
    let left = next();
    while (operators.includes(tokens.peek())) {
      const operator = tokens.take().toUpperCase();
      left = { kind: 'binary', operator, left, right: next() };
    }
    return left;
  }
}

function notIf(isNot: boolean, expression: Expression): Expression {
  return isNot ? { kind: 'not', of: expression } : expression;
}
