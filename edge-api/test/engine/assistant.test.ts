import { expect, test } from 'vitest';
import { fetchWorker, signedInPerson } from '../api.ts';

const question = (prompt: string) => ({ model: 'gpt-4o', prompt, content: 'return 1;' });

async function post(path: string, prompt: string): Promise<Response> {
  const { token } = await signedInPerson({ showAIChat: true });
  return fetchWorker(`/api/ai-custom-script/adjust-with-ai${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(question(prompt)),
  });
}

/** Server-sent events as `[name, data]`. */
async function readEvents(response: Response): Promise<[string, Record<string, unknown>][]> {
  const blocks = (await response.text()).split('\n\n').filter(Boolean);
  return blocks.map((block) => {
    const [name = '', data = ''] = block.split('\n');
    return [name.replace('event: ', ''), JSON.parse(data.replace('data: ', ''))];
  });
}

test('an OpenAI-compatible server is called through the egress gate, with the key, the model and the script', async () => {
  const answer = await (await post('', 'repeat')).json<{ content: string }>();
  const messages = JSON.parse(answer.content) as { role: string; content: string }[];
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
  expect(messages[0]?.content).toContain('There is no network');
  expect(messages[1]?.content).toContain('return 1;');
});

test('a reply is streamed, with its script at the end', async () => {
  const response = await post('/stream', 'double it');
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = await readEvents(response);
  const deltas = events.filter(([name]) => name === 'delta');
  expect(deltas.length).toBeGreaterThan(3);
  const content = 'Doubled.\n```javascript\nreturn 2;\n```';
  expect(deltas.map(([, { text }]) => text).join('')).toBe(content);
  expect(events.at(-1)).toEqual(['done', { content, scriptReadyToCopy: 'return 2;' }]);
});

test('a reply that breaks off is an error, not a short reply', async () => {
  const events = await readEvents(await post('/stream', 'break off'));
  expect(events.at(-1)?.[0]).toBe('error');
  expect(events.some(([name]) => name === 'done')).toBe(false);
  expect(JSON.stringify(events.at(-1))).toContain('assistant-unreachable');
});

test.each([
  ['status 401', 502, 'does not accept the key in OPENAI_API_KEY'],
  ['status 429', 503, 'isn’t accepting questions right now'],
  ['status 500', 502, 'responded with 500: no, ***'],
])('a refusal (%s) is described in words, without the key', async (prompt, status, text) => {
  for (const path of ['', '/stream']) {
    const response = await post(path, prompt);
    expect(response.status).toBe(status);
    const body = await response.text();
    expect(body).toContain(text);
    expect(body).not.toContain('key-of-the-assistant');
  }
});
