import { type Variable, variableCalls } from '@portage/contracts/calls';
import {
  activeWorkflowsReading,
  deleteVariable,
  findSqlState,
  findVariable,
  insertVariable,
  listVariables,
  storedVariableValue,
  UNIQUE_VIOLATION,
  updateVariable,
  type VariableRow,
} from '@portage/database';
import { type VariableType, variableLimits, variableValueProblem } from '@portage/workflow';
import { auditChange } from '../audit/record-audit.ts';
import { type ApiProblem, conflict, invalid, notFound } from '../http/api-problem.ts';
import { createOnce } from '../http/create-once.ts';
import { implement } from '../http/implement.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';

const SHOWN_WORKFLOWS = 5;

export const variableRoutes = implement(variableCalls, {
  async 'GET /api/variables'(_, { db, user }) {
    return { variables: (await listVariables(db, user.id)).map(presentVariable) };
  },

  async 'POST /api/variables'({ body }, context) {
    const { db, env, now, user } = context;
    const { name, type, value, isSecret = false, description = null } = body;
    requireFitting({ type, value, isSecret });
    const id = context.newId();
    const stored = await storedVariableValue(getSecretBox(env), { id, isSecret, value });
    const times = { createdAt: now(), lastUpdatedAt: now() };
    const row: VariableRow = { id, ownerUserId: user.id, name, type, isSecret, value: stored, description, ...times };
    const made = await orNameTaken(() =>
      createOnce(
        async () => (await insertVariable(db, row, variableLimits.count)) && row,
        () => findVariable(db, user.id, id),
      ),
    );
    if (!made) throw tooMany();
    await auditChange(context, 'variable.created', { variableId: id, name, isSecret });
    return { variable: presentVariable(made) };
  },

  async 'PUT /api/variables/{id}'({ params: { id }, body }, context) {
    const { db, env, now, user } = context;
    const before = await findVariable(db, user.id, id);
    if (!before) throw variableNotFound();
    const { type = before.type, isSecret = before.isSecret, description = before.description } = body;
    const keepsValue = body.value === undefined || (before.isSecret && body.value === null);
    let { value: stored } = before;
    if (!keepsValue || !before.isSecret) {
      const value = keepsValue ? (JSON.parse(before.value) as unknown) : body.value;
      requireFitting({ type, value, isSecret });
      stored = await storedVariableValue(getSecretBox(env), { id, isSecret, value });
    } else if (!isSecret || type !== before.type) {
      throw invalid('Enter the value again: a secret can’t be shown.', 'value');
    }
    const row = await updateVariable(db, user.id, id, { type, isSecret, value: stored, description, lastUpdatedAt: now() });
    if (!row) throw variableNotFound();
    await auditChange(context, 'variable.saved', { variableId: id, name: row.name, isSecret, isValueChanged: !keepsValue });
    return { variable: presentVariable(row) };
  },

  async 'DELETE /api/variables/{id}'({ params: { id } }, context) {
    const { db, user } = context;
    const row = await findVariable(db, user.id, id);
    if (!row) throw variableNotFound();
    const readers = await activeWorkflowsReading(db, user.id, row.name, SHOWN_WORKFLOWS);
    if (readers.length > 0) {
      const names = readers.map((name) => `“${name}”`).join(', ');
      throw conflict('variable-in-use', `The variable is used by active workflows: ${names}. Deactivate them first.`);
    }
    if (!(await deleteVariable(db, user.id, id))) throw variableNotFound();
    await auditChange(context, 'variable.deleted', { variableId: id, name: row.name });
    return { isSuccess: true, warnings: [] };
  },
});

function presentVariable({ id, name, type, value, isSecret, description, createdAt, lastUpdatedAt }: VariableRow): Variable {
  return {
    id,
    name,
    type,
    value: isSecret ? null : JSON.parse(value),
    isSecret,
    description,
    createdAt: createdAt.toISOString(),
    lastUpdatedAt: lastUpdatedAt.toISOString(),
  };
}

/** @throws ApiProblem 400 */
function requireFitting(variable: { type: VariableType; value: unknown; isSecret: boolean }): void {
  const problem = variableValueProblem(variable);
  if (problem !== null) throw invalid(`${problem}.`, 'value');
}

function variableNotFound(): ApiProblem {
  return notFound('This variable');
}

function tooMany(): ApiProblem {
  return conflict('too-many-variables', `You have ${variableLimits.count} variables, the most that an account can have. Delete one first.`);
}

/** The database decides, so that two variables created simultaneously don't get the same name. */
async function orNameTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (findSqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw conflict('variable-name-taken', 'You already have a variable with this name. Choose another name.');
  }
}
