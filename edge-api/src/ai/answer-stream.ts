import { formatErrorCauses, log } from '@portage/contracts/log';
import { ApiProblem } from '../http/api-problem.ts';

export interface StreamedEvent {
  name: 'delta' | 'done' | 'error';
  data: unknown;
}

/** Server-sent events. A client that disconnects ends the work behind them. */
export function eventStream(events: () => AsyncGenerator<StreamedEvent, void>): Response {
  const source = events();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`event: ${value.name}\ndata: ${JSON.stringify(value.data)}\n\n`));
    },
    async cancel() {
      await source.return();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' } });
}

/** The status is already sent by then, so the error is an event with the usual error shape. */
export function toErrorEvent(error: unknown, requestId: string): StreamedEvent {
  const problem =
    error instanceof ApiProblem ? error : new ApiProblem(502, 'assistant-unreachable', 'The script assistant did not finish.');
  log('warn', 'The script assistant failed', { requestId, cause: formatErrorCauses(error) });
  return { name: 'error', data: { isSuccess: false, errors: problem.entries } };
}
