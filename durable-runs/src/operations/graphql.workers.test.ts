import { describe, expect, test } from 'vitest';
import { finish, makeCrm, operation, script } from '../../test/operation-harness.ts';

const later = script('later', 'return Steps["call"].Response');

describe('GraphQL operations against a GraphQL server', () => {
  test('send the document’s query with mapped variables', async () => {
    const { connectorId } = await makeCrm();
    const { run, data } = await finish([operation(connectorId, 'POST /graphql#order', { 'body.id': '7' }), later]);
    expect(run.errorMessage).toBeNull();
    expect((await data('later'))?.response?.body).toEqual({ data: { order: { id: '7', name: 'order 7' } } });
  });

  test('STEP-35: the step’s own query gets the variables, mapped or scripted, in their types', async () => {
    const { connectorId } = await makeCrm();
    const own = {
      overrideGraphQlQuery: true,
      graphQlQuery: 'query ($first: Int!, $id: ID!) { orders(first: $first) { nodes { name } } order(id: $id) { name } }',
    };
    const mapped = operation(connectorId, 'POST /graphql#order', { 'body.first': '2', 'body.id': '$Steps["start"].Payload.id' }, own);
    const { run, data } = await finish([mapped, later], { id: 5 });
    expect(run.errorMessage).toBeNull();
    const expected = { orders: { nodes: [{ name: 'order 1' }, { name: 'order 2' }] }, order: { name: 'order 5' } };
    expect((await data('later'))?.response?.body).toEqual({ data: expected });

    const scripted = { ...own, requestParametersSourceType: 'Script', script: 'return { body: { first: 2, id: 5 } }' };
    const second = await finish([operation(connectorId, 'POST /graphql#order', {}, scripted), later]);
    expect((await second.data('later'))?.response?.body).toEqual({ data: expected });
  });

  test('fail the step on errors in a 200, and later steps see the data next to the errors', async () => {
    const { connectorId } = await makeCrm();
    const own = { overrideGraphQlQuery: true, graphQlQuery: '{ order(id: 1) { name secretNote } }', continueOnFailure: true };
    const { records, data } = await finish([operation(connectorId, 'POST /graphql#order', {}, own), later]);
    expect(records[1]).toMatchObject({ status: 'Failed', errorMessage: 'Crm responded: Not for you' });
    expect((await data('call'))?.response).toMatchObject({ responseHttpStatusCode: 200 });
    expect((await data('later'))?.response?.body).toMatchObject({
      data: { order: { name: 'order 1', secretNote: null } },
      errors: [{ message: 'Not for you' }],
    });
  });

  test('fail with the server’s message on a refused query, a variable of a wrong type, and user errors of a mutation', async () => {
    const { connectorId } = await makeCrm();
    const failure = async (...args: Parameters<typeof operation>) => (await finish([operation(...args)], { empty: '' })).run.errorMessage;
    const own = { overrideGraphQlQuery: true, graphQlQuery: '{ nosuch }' };
    expect(await failure(connectorId, 'POST /graphql#order', {}, own)).toContain('Cannot query field "nosuch"');
    const wrong = { overrideGraphQlQuery: true, graphQlQuery: 'query ($n: Int!) { orders(first: $n) { nodes { id } } }' };
    expect(await failure(connectorId, 'POST /graphql#order', { 'body.n': 'many' }, wrong)).toContain('Variable "$n"');
    expect(
      await failure(connectorId, 'POST /graphql#rename', { 'body.input.id': '1', 'body.input.name': '$Steps["start"].Payload.none' }),
    ).toContain('name');
    // Fails because its document calls it a failure, although the server reports no error.
    expect(await failure(connectorId, 'POST /graphql#order', { 'body.id': '99' })).toBe('Crm responded: order 99.');
    const empty = { 'body.input.id': '1', 'body.input.name': '$Steps["start"].Payload.empty' };
    expect(await failure(connectorId, 'POST /graphql#rename', empty)).toBe("Crm responded: input.name: can't be blank");
  });

  test('are retried after a rate limit', async () => {
    const { connectorId, calls } = await makeCrm();
    const own = { overrideGraphQlQuery: true, graphQlQuery: '{ slow(times: 1) }', useRetry: true };
    const { run } = await finish([operation(connectorId, 'POST /graphql#order', {}, own)]);
    expect(run.errorMessage).toBe('Crm responded: Throttled');
    expect(await calls()).toHaveLength(3);
    // Other runs of the connector wait as well. The server's clock counts: this run may start long after the refusal.
    await finish([operation(connectorId, 'POST /graphql#order', { 'body.id': '1' })]);
    const [refused, later] = (await calls()).slice(-2).map(({ atMs }) => atMs);
    expect((later ?? 0) - (refused ?? 0)).toBeGreaterThan(500);
  });
});
