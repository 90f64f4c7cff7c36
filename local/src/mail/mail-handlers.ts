import { Response } from 'miniflare';
import type { LocalHandler } from '../workers/start-workers.ts';
import type { Outbox } from './outbox.ts';
import { outboxPage } from './outbox-page.ts';

/** The mail port of edge-api: `POST /messages {to, subject, text, html}`. */
export function mailHandler(outbox: Outbox): LocalHandler {
  return async (request) => {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/messages') return new Response('Not found', { status: 404 });
    const message = (await request.json()) as Record<string, unknown>;
    const { to, subject, text, html } = message;
    if (typeof to !== 'string' || typeof subject !== 'string' || typeof text !== 'string' || typeof html !== 'string') {
      return new Response('to, subject, text and html are texts', { status: 400 });
    }
    const { id } = await outbox.add({ to, subject, text, html }, new Date());
    return Response.json({ id }, { status: 201 });
  };
}

/** `/local/outbox`: a page for people, JSON where that is asked for. */
export function localPagesHandler(outbox: Outbox): LocalHandler {
  return async (request) => {
    if (request.method !== 'GET' || new URL(request.url).pathname.replace(/\/$/, '') !== '/local/outbox') {
      return new Response('Not found', { status: 404 });
    }
    const mails = await outbox.list();
    if (/\bapplication\/json\b/.test(request.headers.get('accept') ?? '')) return Response.json({ messages: mails });
    return new Response(outboxPage(mails), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  };
}
