import { findReplyScript } from '@portage/contracts';
import { aiCalls, assistantQuestionSchema } from '@portage/contracts/calls';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement, rawRoute } from '../http/implement.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJson } from '../http/read-body.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';
import { eventStream, toErrorEvent } from './answer-stream.ts';
import { askModel, streamModel } from './ask-model.ts';
import { type AssistantSettings, getAssistantSettings, requireAssistant } from './assistant-settings.ts';
import { BASE_PROMPT } from './base-prompt.ts';

const LARGEST_QUESTION_BYTES = 1_000_000;

/** The script assistant (API-125, API-126): it proposes texts; the person decides whether to use them. */
export const aiRoutes = [
  ...implement(aiCalls, {
    async 'POST /api/ai-custom-script/adjust-with-ai'({ body }, context) {
      const settings = await allowQuestion(context);
      const content = await askModel(context.env.EGRESS, settings, body);
      return { content, scriptReadyToCopy: findReplyScript(content) };
    },
    'GET /api/ai-custom-script/base-prompt': (_, { env }) => ({ content: BASE_PROMPT, isConfigured: getAssistantSettings(env) !== null }),
  }),
  rawRoute(['POST'], '/api/ai-custom-script/adjust-with-ai/stream', { access: 'user', effect: 'write' }, async (context) => {
    const question = parseInput(assistantQuestionSchema, await readJson(context.request, LARGEST_QUESTION_BYTES));
    const settings = await allowQuestion(context);
    const deltas = await streamModel(context.env.EGRESS, settings, question);
    return eventStream(async function* () {
      let content = '';
      try {
        for await (const text of deltas) {
          content += text;
          yield { name: 'delta', data: { text } };
        }
        yield { name: 'done', data: { content, scriptReadyToCopy: findReplyScript(content) } };
      } catch (error) {
        yield toErrorEvent(error, context.requestId);
      }
    });
  }),
];

/**
 * A person who may not use the assistant must not spend the key's money (spec AI-01).
 *
 * @throws ApiProblem 403, 501 if it isn't set up, 429 after too many questions
 */
async function allowQuestion(context: UserContext): Promise<AssistantSettings> {
  const { user } = context;
  if (!user.showAIChat) throw new ApiProblem(403, 'forbidden', 'The script assistant isn’t enabled for your account.');
  const settings = requireAssistant(context.env);
  const parts = [user.id];
  await limitAttempts(context, [
    { rule: rateLimitRules.assistantByUserAndMinute, parts },
    { rule: rateLimitRules.assistantByUserAndDay, parts },
  ]);
  return settings;
}
