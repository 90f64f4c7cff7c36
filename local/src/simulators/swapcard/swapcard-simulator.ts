import { execute } from 'graphql';
import { isAcceptedSecret } from '../client-apps.ts';
import { createEntity } from '../entity-of.ts';
import { graphQlDocuments } from '../query/graphql-documents.ts';
import { parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse, withHeaders } from '../simulated-call.ts';
import type { OpenSystem, SimulatedEntity, SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { openOrganiser } from './organiser.ts';
import { isMutation, queryPoints } from './query-points.ts';
import { swapcardResolvers } from './swapcard-resolvers.ts';
import { swapcardSchema } from './swapcard-schema.ts';

interface SwapcardSettings {
  pointsPerMinute?: number;
}

const MOST_POINTS = 10_000;
const MOST_DEPTH = 20;
const MOST_BYTES = 1_000_000;
const PATH = '/event-admin/graphql';

/** Swapcard's Content API (GraphQL) for an organiser's events: points per minute, and refusals with status 200. */
export function createSwapcardSimulator(ports: SimulatorPorts, { pointsPerMinute = 60_000 }: SwapcardSettings = {}): OpenSystem {
  const organiser = openOrganiser(ports);
  const rootValue = swapcardResolvers(organiser);
  const documentOf = graphQlDocuments(swapcardSchema);
  let minute = { begunMs: ports.now(), used: 0 };

  function entity<Item extends { id: string }>(name: keyof typeof organiser.make, records: Records<Item>, hasTime = true): SimulatedEntity {
    return createEntity<Item>({
      name,
      records,
      fixed: ['eventId', 'createdAt', 'updatedAt'],
      make: organiser.make[name],
      ...(hasTime ? { changed: (item) => void Object.assign(item, { updatedAt: organiser.at() }) } : {}),
    });
  }

  /** Points left in this minute; null: not enough for the call. */
  function take(points: number): number | null {
    if (ports.now() - minute.begunMs >= 60_000) minute = { begunMs: ports.now(), used: 0 };
    if (!ports.isUnlimited?.() && minute.used + points > pointsPerMinute) return null;
    minute.used += points;
    return Math.max(0, pointsPerMinute - minute.used);
  }

  async function answerQuery({ body }: SimulatedCall): Promise<SimulatedResponse> {
    const asked = parseJsonObject(body);
    if (typeof asked?.query !== 'string' || body.length > MOST_BYTES)
      return refused('BAD_REQUEST', 'The body must have a query, and 1 MB at most.', 400);
    const document = documentOf(asked.query);
    if (!('definitions' in document)) {
      const shown = document.map(({ message, locations }) => ({ message, locations, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }));
      return toJsonResponse({ errors: shown }, { status: 400 });
    }
    const { points, depth } = queryPoints(document);
    if (points > MOST_POINTS || depth > MOST_DEPTH)
      return refused('QUERY_TOO_COMPLEX', `The query costs ${points} points, of ${MOST_POINTS} at most.`, 400);
    const left = take(points);
    const resetSeconds = Math.ceil((minute.begunMs + 60_000 - ports.now()) / 1_000);
    const headers = {
      'x-ratelimit-limit': String(pointsPerMinute),
      'x-ratelimit-remaining': String(left ?? Math.max(0, pointsPerMinute - minute.used)),
      'x-ratelimit-reset': String(resetSeconds),
    };
    if (left === null) {
      const answer = refused('RATE_LIMITED', 'Too many requests, please try again later.', 429);
      return withHeaders(answer, { ...headers, 'retry-after': String(resetSeconds) });
    }
    const result = await execute({
      schema: swapcardSchema,
      document,
      rootValue,
      variableValues: (asked.variables ?? {}) as Record<string, unknown>,
    });
    return toJsonResponse(result, { headers });
  }

  return {
    entities: [
      entity('events', organiser.events),
      entity('people', organiser.people),
      entity('groups', organiser.groups, false),
      entity('customFields', organiser.fields, false),
      entity('sessions', organiser.sessions),
      entity('exhibitors', organiser.exhibitors),
      entity('meetings', organiser.meetings),
    ],
    isWrite({ method, body }) {
      const document = method === 'POST' ? documentOf(String(parseJsonObject(body)?.query ?? '')) : [];
      return 'definitions' in document && isMutation(document);
    },
    failure: (status, message) =>
      refused(status === 429 ? 'RATE_LIMITED' : status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_USER_INPUT', message, status),
    async answer(call) {
      if (call.method !== 'POST' || call.url.pathname !== PATH) return refused('NOT_FOUND', 'Not found', 404);
      // Only the token, without a scheme before it.
      if (!isAcceptedSecret(call.header('authorization'))) return refused('UNAUTHORIZED', 'You are not authorized', 200);
      return answerQuery(call);
    },
  };
}

function refused(code: string, message: string, status: number): SimulatedResponse {
  return toJsonResponse({ errors: [{ message, extensions: { code } }] }, { status });
}
