import { type ConnectorDocument, loadOperation } from '@portage/connectors/openapi';
import { invalid } from '../../http/api-problem.ts';

/**
 * Ensures that a call changes nothing: its method only reads; or it is a GraphQL query; or it is a POST that no entity of the
 * document writes with (some systems search that way). Documents are written by people, and a wrong line in one must not write.
 *
 * @throws ApiProblem 400
 */
export async function requireReading(document: ConnectorDocument, operationId: string): Promise<void> {
  const operation = await loadOperation(document, operationId).catch(() => null);
  if (!operation) throw invalid(`The document names "${operationId}", but doesn’t contain it.`);
  const { method, graphQl } = operation;
  const isReading =
    graphQl === undefined
      ? ['GET', 'HEAD'].includes(method.toUpperCase()) || (method.toUpperCase() === 'POST' && !isEntityWrite(document, operationId))
      : isQuery(graphQl.query, graphQl.operationName) && !isEntityWrite(document, operationId);
  if (!isReading) throw invalid(`“${operation.name}” may change something in the system, so the preview does not call it.`);
}

function isEntityWrite({ summary }: ConnectorDocument, operationId: string): boolean {
  return (summary.entities ?? []).some(({ create, update, createMany, updateMany, archive }) =>
    [create, update, createMany, updateMany, archive].some(
      (write) => write?.operation === operationId || (write && nextOperations(write).includes(operationId)),
    ),
  );
}

function nextOperations(write: object): string[] {
  const { next = [] } = write as { next?: readonly { operation: string }[] };
  return next.map(({ operation }) => operation);
}

/** Whether the operation to run in a GraphQL document is a query: comments, strings and fragments aside, no mutation or subscription begins there. */
export function isQuery(text: string, operationName: string | undefined): boolean {
  const plain = text.replaceAll(/"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g, ' ');
  const definitions = topLevel(plain);
  if (definitions.some((definition) => /^(mutation|subscription)\b/.test(definition))) {
    // A mutation that isn't run does no harm, but then a name must select the query.
    const named = definitions.filter((definition) => new RegExp(`^\\w+\\s+${operationName ?? ''}\\b`).test(definition));
    return operationName !== undefined && named.length === 1 && /^query\b/.test(named[0] ?? '');
  }
  return definitions.some((definition) => definition === '' || /^query\b/.test(definition));
}

/** The text before each outermost pair of braces. */
function topLevel(text: string): string[] {
  const heads: string[] = [];
  let [depth, head, round] = [0, '', 0];
  for (const letter of text) {
    if (letter === '(') round += 1;
    if (letter === ')') round -= 1;
    if (letter === '{' && round === 0) {
      if (depth === 0) {
        heads.push(head.trim());
        head = '';
      }
      depth += 1;
    } else if (letter === '}' && round === 0) depth -= 1;
    else if (depth === 0) head += letter;
  }
  return heads;
}
