import { z } from 'zod';
import type { Access, CallDeclaration, CallDeclarations } from '../http/define-calls.ts';
import type { JsonSchema } from './json-schema.ts';

/** The parts of one call that callers may rely on. */
export interface DescribedCall {
  access: Access;
  successStatus: number;
  methods: string[];
  bodyLimitBytes: number | null;
  params: JsonSchema | null;
  query: JsonSchema | null;
  body: JsonSchema | null;
  response: JsonSchema;
}

/** Every declared call by name, as plain data that can be stored with a release. */
export type DescribedContract = Record<string, DescribedCall>;

/** A released contract; `released/contract.json`. */
export interface ReleasedContract {
  contractVersion: number;
  calls: DescribedContract;
}

/**
 * Parts that JSON Schema can't express (a transformation) stay open.
 *
 * @param names only these calls: describing all of them takes a second
 */
export function describeContract(calls: CallDeclarations, names: readonly string[] = Object.keys(calls)): DescribedContract {
  return Object.fromEntries(
    Object.entries<CallDeclaration>(calls)
      .filter(([key]) => names.includes(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, call]) => [key, describeCall(key, call)]),
  );
}

function describeCall(key: string, call: CallDeclaration): DescribedCall {
  const [method = ''] = key.split(' ');
  return {
    access: call.access,
    successStatus: call.successStatus ?? 200,
    methods: [method, ...(call.alsoMethods ?? [])].sort(),
    bodyLimitBytes: call.bodyLimitBytes ?? null,
    params: call.params ? toJsonSchema(call.params, 'input') : null,
    query: call.query ? toJsonSchema(call.query, 'input') : null,
    body: call.body ? toJsonSchema(call.body, 'input') : null,
    response: toJsonSchema(call.response, 'output'),
  };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  // As it will come back from the file, without what JSON can't express.
  return JSON.parse(JSON.stringify(rest)) as JsonSchema;
}
