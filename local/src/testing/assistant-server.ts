import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export interface AssistantAsk {
  headers: IncomingHttpHeaders;
  body: { model: string; stream?: boolean; messages: { role: string; content: string }[] };
}

/** A text is a reply; an object is a failure. */
export type AssistantReply = string | { status: number; message: string } | { breaksOffAfter: string } | { isSilent: true };

/** A server that speaks OpenAI's `/v1/chat/completions`, whole and streamed. */
export interface TestAssistantServer {
  origin: string;
  asks: AssistantAsk[];
  /** Sets the reply from now on. */
  reply(make: (ask: AssistantAsk) => AssistantReply): void;
  stop(): Promise<void>;
}

/** Streams its replies in pieces of this many characters, splitting words and fences. */
const PIECE = 7;
const PAUSE_MS = 5;

/** @param key the bearer token it requires */
export async function startTestAssistantServer(key: string): Promise<TestAssistantServer> {
  const asks: AssistantAsk[] = [];
  let make: (ask: AssistantAsk) => AssistantReply = () => 'I have nothing to say.';
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const fail = (status: number, message: string) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
    if (request.url !== '/v1/chat/completions' || request.method !== 'POST') return fail(404, 'Not found');
    if (request.headers.authorization !== `Bearer ${key}`) return fail(401, `Incorrect API key: ${request.headers.authorization}`);
    const ask = { headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) as AssistantAsk['body'] };
    asks.push(ask);
    const reply = make(ask);
    if (typeof reply === 'object' && 'status' in reply) return fail(reply.status, reply.message);
    if (typeof reply === 'object' && 'isSilent' in reply) return;
    if (ask.body.stream) return stream(response, reply);
    const content = typeof reply === 'string' ? reply : reply.breaksOffAfter;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asks,
    reply: (next) => {
      make = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function stream(response: ServerResponse, reply: string | { breaksOffAfter: string }): Promise<void> {
  const text = typeof reply === 'string' ? reply : reply.breaksOffAfter;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object) => response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
  send({ role: 'assistant' });
  for (let at = 0; at < text.length; at += PIECE) {
    send({ content: text.slice(at, at + PIECE) });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  if (typeof reply === 'string') response.end('data: [DONE]\n\n');
  else response.destroy();
}
