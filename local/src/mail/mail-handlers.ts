import { Response } from 'miniflare';
import type { LocalHandler } from '../pages/local-handler.ts';
import { asksForJson, jsonPage, type LocalPage, toHtmlResponse } from '../pages/local-pages.ts';
import type { Outbox } from './outbox.ts';
import { outboxPage } from './outbox-page.ts';

/** Implements edge-api's mail port: `POST /messages {to, subject, text, html}`, with `Idempotency-Key` if a message may arrive twice. */
export function mailHandler(outbox: Outbox): LocalHandler {
  return async (request) => {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/messages') return new Response('Not found', { status: 404 });
    const message = (await request.json()) as Record<string, unknown>;
    const { to, subject, text, html } = message;
    if (typeof to !== 'string' || typeof subject !== 'string' || typeof text !== 'string' || typeof html !== 'string') {
      return new Response('to, subject, text and html are texts', { status: 400 });
    }
    const { id } = await outbox.add({ to, subject, text, html }, new Date(), request.headers.get('idempotency-key'));
    return Response.json({ id }, { status: 201 });
  };
}

/** `/local/outbox`: a page for people, or JSON if the request asks for it. */
export function outboxHandler(outbox: Outbox): LocalPage {
  return async (request, { pathname }) => {
    if (request.method !== 'GET' || pathname.replace(/\/$/, '') !== '/local/outbox') return null;
    const mails = await outbox.list();
    return asksForJson(request) ? jsonPage({ messages: mails }) : toHtmlResponse(outboxPage(mails));
  };
}
