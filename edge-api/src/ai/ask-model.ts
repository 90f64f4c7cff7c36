import type { EgressRpc, OutsideCall } from '@portage/contracts';
import { cutText } from '@portage/primitives/cut-text';
import { parseJson, readResponseText } from '../apps/call-outside.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { AssistantSettings } from './assistant-settings.ts';
import { type AssistantQuestion, buildMessages } from './messages.ts';

const TIMEOUT_MS = 120_000;
const LONGEST_REASON = 300;
/** Limit for a reply: nobody reads a longer script. */
const LONGEST_ANSWER = 200_000;

/**
 * Asks an OpenAI-compatible server and waits for the whole reply.
 *
 * @throws ApiProblem 502 or 503 with what a person can do
 */
export async function askModel(egress: EgressRpc, settings: AssistantSettings, question: AssistantQuestion): Promise<string> {
  const answer = await egress.send(buildCall(settings, question, { stream: false }));
  if (!answer.ok) throw unreachable(answer.message);
  const text = readResponseText(answer);
  if (answer.status !== 200) throw refused(answer.status, text, settings);
  const content = (parseJson(text) as ChatCompletion | null)?.choices?.[0]?.message?.content;
  if (typeof content !== 'string' || content === '') throw odd();
  if (content.length > LONGEST_ANSWER) throw tooLong();
  return content;
}

/**
 * Like `askModel`, but streams the reply. Throws before the first chunk if the server refuses.
 *
 * @throws ApiProblem as `askModel`, also between two chunks
 */
export async function streamModel(
  egress: EgressRpc,
  settings: AssistantSettings,
  question: AssistantQuestion,
): Promise<AsyncGenerator<string, void>> {
  const answer = await egress.stream(buildCall(settings, question, { stream: true }));
  if (!answer.ok) throw unreachable(answer.message);
  if (answer.status !== 200) throw refused(answer.status, await new Response(answer.body).text().catch(() => ''), settings);
  return readDeltas(answer.body);
}

async function* readDeltas(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let length = 0;
  for await (const data of readEventData(body)) {
    if (data === '[DONE]') return;
    const chunk = parseJson(data) as ChatCompletion | null;
    if (chunk?.error) throw odd();
    const text = chunk?.choices?.[0]?.delta?.content;
    if (typeof text !== 'string' || text === '') continue;
    length += text.length;
    if (length > LONGEST_ANSWER) throw tooLong();
    yield text;
  }
  // Without the end marker the reply may be incomplete.
  throw new ApiProblem(502, 'assistant-unreachable', 'The script assistant stopped in the middle of its reply. Please ask again.');
}

async function* readEventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let rest = '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      rest += decoder.decode(part.value, { stream: true });
      const lines = rest.split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
    }
    if (rest.startsWith('data:')) yield rest.slice(5).trim();
  } catch (cause) {
    throw new ApiProblem(502, 'assistant-unreachable', 'The script assistant didn’t finish its reply. Please ask again.', { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function buildCall({ baseUrl, apiKey }: AssistantSettings, question: AssistantQuestion, { stream }: { stream: boolean }): OutsideCall {
  return {
    method: 'POST',
    url: `${baseUrl}/chat/completions`,
    headers: {
      'content-type': 'application/json',
      accept: stream ? 'text/event-stream' : 'application/json',
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    },
    body: JSON.stringify({ model: question.model, messages: buildMessages(question), ...(stream ? { stream } : {}) }),
    timeoutMs: TIMEOUT_MS,
  };
}

interface ChatCompletion {
  choices?: { message?: { content?: unknown }; delta?: { content?: unknown } }[];
  error?: { message?: unknown };
}

function unreachable(message: string): ApiProblem {
  return new ApiProblem(502, 'assistant-unreachable', `The script assistant could not be reached. ${message}`);
}

/** The server's message for people, without the key, which some servers repeat. */
function refused(status: number, text: string, { apiKey }: AssistantSettings): ApiProblem {
  if (status === 401 || status === 403)
    return new ApiProblem(502, 'assistant-refused', 'The server of the script assistant does not accept the key in OPENAI_API_KEY.');
  if (status === 429) return new ApiProblem(503, 'assistant-busy', 'The script assistant’s server isn’t accepting questions right now.');
  const message = (parseJson(text) as ChatCompletion | null)?.error?.message;
  const said = typeof message === 'string' ? cutText(message, LONGEST_REASON) : '';
  const shown = apiKey ? said.replaceAll(apiKey, '***') : said;
  return new ApiProblem(
    502,
    'assistant-refused',
    `The server of the script assistant responded with ${status}${shown ? `: ${shown}` : '.'}`,
  );
}

function odd(): ApiProblem {
  return new ApiProblem(502, 'assistant-refused', 'The script assistant’s server sent a response that can’t be read.');
}

function tooLong(): ApiProblem {
  return new ApiProblem(502, 'assistant-refused', 'The script assistant’s reply is too long.');
}
