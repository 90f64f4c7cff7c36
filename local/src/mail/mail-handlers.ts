import { Response } from 'miniflare';
import type { LocalHandler } from '../pages/local-handler.ts';
import { asksForJson, jsonPage, type LocalPage, toHtmlResponse } from '../pages/local-pages.ts';
import type { Outbox, OutgoingMail } from './outbox.ts';
import { outboxPage } from './outbox-page.ts';

/** Takes a message and returns its id. @throws with the reason if it can't be sent */
export type AcceptMail = (message: OutgoingMail, key: string | null) => Promise<string>;

/**
 * Implements edge-api's mail port: `POST /messages {to, subject, text, html}`, with `Idempotency-Key` if a message may arrive twice.
 * A message that can't be sent gets 502 with the reason.
 */
export function mailHandler(accept: AcceptMail): LocalHandler {
  return async (request) => {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/messages') return new Response('Not found', { status: 404 });
    const message = (await request.json()) as Record<string, unknown>;
    const { to, subject, text, html } = message;
    if (typeof to !== 'string' || typeof subject !== 'string' || typeof text !== 'string' || typeof html !== 'string') {
      return new Response('to, subject, text and html are texts', { status: 400 });
    }
    try {
      return Response.json({ id: await accept({ to, subject, text, html }, request.headers.get('idempotency-key')) }, { status: 201 });
    } catch (error) {
      return new Response(error instanceof Error ? error.message : String(error), { status: 502 });
    }
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
