import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';

/** Models that a person can ask for a script (spec AI-02). */
export const assistantModels = ['gpt-4o', 'gpt-4o-mini', 'gpt-4', 'gpt-3.5-turbo', 'chatgpt-4o-latest'] as const;

const LONGEST_SCRIPT = 100_000;

/** The question to the script assistant; the streaming call accepts the same. */
export const assistantQuestionSchema = z.strictObject({
  model: z.enum(assistantModels),
  prompt: z.string().trim().min(1).max(10_000),
  /** The current script. */
  content: z.string().max(LONGEST_SCRIPT),
  /** Replaces the base prompt; empty or absent: the base prompt. */
  systemPrompt: z.string().max(20_000).nullish(),
  /** The assistant's reply before this question. */
  latestResponse: z.string().max(LONGEST_SCRIPT).nullish(),
  /** Names and types that the script can read, collected by the editor; no values. An addition. */
  dataShapes: z.string().max(60_000).optional(),
  /** Sample values, only if the person chose to send them. An addition. */
  sampleValues: z.string().max(60_000).optional(),
});

export const assistantReplySchema = z.object({
  content: z.string(),
  /** The last script in the reply; null if there is none. Nothing runs it. */
  scriptReadyToCopy: z.string().nullable(),
});

export const aiCalls = defineCalls({
  'POST /api/ai-custom-script/adjust-with-ai': {
    summary:
      'Asks the script assistant; returns its reply and the script in it. Nothing is saved and nothing runs. With the same body, /api/ai-custom-script/adjust-with-ai/stream streams the reply as server-sent events.',
    access: 'user',
    effect: 'write',
    body: assistantQuestionSchema,
    bodyLimitBytes: 1_000_000,
    response: assistantReplySchema,
  },
  'GET /api/ai-custom-script/base-prompt': {
    summary: 'The script assistant’s default instructions about scripts, and whether the assistant is set up.',
    access: 'user',
    effect: 'read',
    response: z.object({ content: z.string(), isConfigured: z.boolean() }),
  },
});
