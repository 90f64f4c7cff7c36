import type { z } from 'zod';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `GET /api/users/{id}`: method and path, the name by which a call is declared, implemented and made. */
export type CallKey = `${HttpMethod} /api/${string}`;

/**
 * Who may call. `public`: without signing in. `user`: every signed-in person; the repository protects the data by owner, its first
 * argument. `admin`: roles contains ADMIN, and not while impersonating. `deploy`: an admin, or the holder of a deploy token.
 */
export type Access = 'public' | 'user' | 'admin' | 'deploy';

/**
 * `write`: the call changes, starts or sends something on the caller's behalf, whatever its method. The audit log has every such call by an
 * admin who acts as another user. `read`: all others.
 */
export type Effect = 'read' | 'write';

export interface CallDeclaration {
  /** One sentence for the OpenAPI document. */
  summary: string;
  access: Access;
  effect: Effect;
  /** Checks path parameters; by default each is a text of 1 to 200 characters. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** Default 200. */
  successStatus?: number;
  /** Default 2 MB. */
  bodyLimitBytes?: number;
  /** Other methods that the same call accepts (spec API-51: GET as written, POST too). */
  alsoMethods?: readonly HttpMethod[];
}

export type CallDeclarations = Record<CallKey, CallDeclaration>;

/** Declares calls once; the router, the typed client and the OpenAPI document derive from the result. */
export function defineCalls<const T extends CallDeclarations>(calls: T): T {
  return calls;
}

type PathParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterNames<Rest>
  : never;

/** Path parameters by name, always texts. */
export type CallParams<Key extends string> = { [Name in PathParameterNames<Key>]: string };

/** Undeclared parts can't be passed: the server would refuse them. */
type NotTaken<Name extends string> = { [N in Name]?: undefined };

type InputPart<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<string, never> extends z.input<Schema>
    ? { [N in Name]?: z.input<Schema> }
    : { [N in Name]: z.input<Schema> }
  : NotTaken<Name>;

type ParamsPart<Key extends string> = [PathParameterNames<Key>] extends [never] ? NotTaken<'params'> : { params: CallParams<Key> };

type Member<Declaration, Name extends string> = Declaration extends { [N in Name]: infer Schema } ? Schema : undefined;

/** The input of a call: `{ params?, query?, body? }`, each only if the call declares it. */
export type CallInput<Calls extends CallDeclarations, Key extends keyof Calls & string> = ParamsPart<Key> &
  InputPart<'query', Member<Calls[Key], 'query'>> &
  InputPart<'body', Member<Calls[Key], 'body'>>;

export type CallResponse<Calls extends CallDeclarations, Key extends keyof Calls> =
  Member<Calls[Key], 'response'> extends infer S ? (S extends z.ZodType ? z.output<S> : never) : never;

export interface ParsedInput<Calls extends CallDeclarations, Key extends keyof Calls & string> {
  params: CallParams<Key>;
  query: Member<Calls[Key], 'query'> extends infer S ? (S extends z.ZodType ? z.output<S> : undefined) : never;
  body: Member<Calls[Key], 'body'> extends infer S ? (S extends z.ZodType ? z.output<S> : undefined) : never;
}

/** The result of a handler; checked against the response schema. */
export type HandlerResult<Calls extends CallDeclarations, Key extends keyof Calls> =
  Member<Calls[Key], 'response'> extends infer S ? (S extends z.ZodType ? z.input<S> : never) : never;
