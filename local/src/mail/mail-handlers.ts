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

/** Mails hold links that are as good as a password. */
const NEVER_STORED = { 'cache-control': 'no-store' };

/** A page of another site can make a name of its own lead here (DNS rebinding); it must not read mail that way. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** `/local/outbox`: a page for people, JSON where that is asked for; for the names of this machine only. */
export function localPagesHandler(outbox: Outbox): LocalHandler {
  return async (request) => {
    const { hostname, pathname } = new URL(request.url);
    if (request.method !== 'GET' || !OWN_NAMES.includes(hostname) || pathname.replace(/\/$/, '') !== '/local/outbox') {
      return new Response('Not found', { status: 404 });
    }
    const mails = await outbox.list();
    if (/\bapplication\/json\b/.test(request.headers.get('accept') ?? ''))
      return Response.json({ messages: mails }, { headers: NEVER_STORED });
    return new Response(outboxPage(mails), { headers: { 'content-type': 'text/html; charset=utf-8', ...NEVER_STORED } });
  };
}
