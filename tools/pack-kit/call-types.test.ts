import { describeContract } from '@portage/contracts/compatibility';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { writeCallTypes, writeType } from './call-types.ts';

const pet = z.object({ id: z.string(), tags: z.array(z.enum(['old', 'loud'])), age: z.number().nullable(), note: z.string().optional() });

test('a call becomes a type that a typed client accepts', () => {
  const calls = {
    'POST /api/pets/{id}': {
      summary: 'A pet.',
      access: 'user',
      effect: 'write',
      query: z.strictObject({ page: z.string().optional() }),
      body: z.strictObject({ name: z.string() }),
      response: pet,
    },
  } as const;
  expect(writeCallTypes(describeContract(calls))).toBe(
    [
      "import type { z } from 'zod';",
      '',
      'export type Calls = {',
      `  "POST /api/pets/{id}": { summary: string; access: 'user'; effect: 'read' | 'write'; query: z.ZodObject<{ "page": z.ZodOptional<z.ZodType<unknown, string>> }>; body: z.ZodType<unknown, { "name": string }>; response: z.ZodType<{ "id": string; "tags": ("old" | "loud")[]; "age": number | null; "note"?: string | undefined }> };`,
      '};',
      '',
    ].join('\n'),
  );
});

test.each([
  [{}, 'unknown'],
  [{ $ref: '#/$defs/step' }, 'unknown'],
  [{ const: null }, 'null'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
  [{ type: 'array', prefixItems: [{ type: 'string' }] }, '[string]'],
])('%o is %s', (schema, type) => {
  expect(writeType(schema)).toBe(type);
});
