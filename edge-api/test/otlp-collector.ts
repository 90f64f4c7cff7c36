import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkExportRequest, type OtlpSpan } from './otlp-request.ts';

export interface OtlpCollector {
  origin: string;
  stop(): Promise<void>;
}

/**
 * A trace collector: accepts `POST /v1/traces` with the right key and refuses anything that isn't exactly OTLP in JSON.
 * `GET /spans?traceId=…` lists the spans received, `GET /problems` the errors in requests, `PUT /away?times=n` makes the next
 * n requests fail.
 */
export async function startOtlpCollector(apiKey: string): Promise<OtlpCollector> {
  const spans: (OtlpSpan & { serviceName: string })[] = [];
  const problems: string[] = [];
  let timesAway = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? '/', 'http://collector');
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url.pathname === '/spans')
      return answer(
        200,
        spans.filter(({ traceId }) => traceId === url.searchParams.get('traceId')),
      );
    if (url.pathname === '/problems') return answer(200, problems);
    if (url.pathname === '/away') {
      timesAway = Number(url.searchParams.get('times'));
      return answer(200, {});
    }
    if (timesAway > 0) {
      timesAway -= 1;
      return answer(503, {});
    }
    try {
      if (request.method !== 'POST' || url.pathname !== '/v1/traces') throw new Error(`${request.method} ${url.pathname}`);
      if (request.headers['content-type'] !== 'application/json') throw new Error(`content-type ${request.headers['content-type']}`);
      if (request.headers['x-api-key'] !== apiKey) throw new Error('The key is missing or wrong');
      spans.push(...checkExportRequest(JSON.parse(Buffer.concat(parts).toString('utf8'))));
      answer(200, { partialSuccess: {} });
    } catch (error) {
      problems.push(String(error));
      answer(400, { message: String(error) });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
