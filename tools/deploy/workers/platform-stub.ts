import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Upload {
  id: string;
  tag: string;
  createdOn: string;
}

/** The part of Cloudflare's API that wrangler uses to upload and deploy Workers, as its documentation describes it. */
export interface PlatformStub {
  url: string;
  /** Oldest first. */
  uploads: Upload[];
  /** Each change of what people get: the versions with their shares. */
  deployments: { version_id: string; percentage: number }[][];
  /** Requests that the stub doesn't know. */
  unknown: string[];
  addUpload(tag: string): Upload;
  findTag(id: string): string | undefined;
  reset(): void;
  close(): Promise<void>;
}

export async function startPlatformStub(): Promise<PlatformStub> {
  const stub: PlatformStub = {
    url: '',
    uploads: [],
    deployments: [],
    unknown: [],
    addUpload(tag) {
      const upload = { id: crypto.randomUUID(), tag, createdOn: new Date(Date.UTC(2026, 0, 1, 0, 0, stub.uploads.length)).toISOString() };
      stub.uploads.push(upload);
      return upload;
    },
    findTag: (id) => stub.uploads.find((upload) => upload.id === id)?.tag,
    reset() {
      for (const list of [stub.uploads, stub.deployments, stub.unknown]) list.splice(0);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };

  /** @returns null: the Worker doesn't exist; undefined: an unknown call */
  function respond(method: string, path: string, body: string): unknown {
    const call = `${method} ${path.replace(/^\/accounts\/account\/workers\/scripts\/edge-api-staging/, 'script')}`;
    const isMissing = stub.uploads.length === 0;
    if (call === 'GET script/versions') return isMissing ? null : { items: stub.uploads.map(describeUpload) };
    const found = stub.uploads.find(({ id }) => call === `GET script/versions/${id}`);
    if (found) return describeUpload(found);
    switch (call) {
      case 'POST script/versions':
      case 'PUT script': {
        const { id } = stub.addUpload(/"workers\/tag":"(\w+)"/.exec(body)?.[1] ?? '');
        if (method === 'PUT') stub.deployments.push([{ version_id: id, percentage: 100 }]);
        return { id, deployment_id: id, startup_time_ms: 1, metadata: { has_preview: false } };
      }
      case 'GET script/deployments':
        return {
          deployments: stub.deployments
            .toReversed()
            .map((versions, index) => ({ id: String(index), created_on: '2026-01-01T00:00:00Z', source: 'api', versions })),
        };
      case 'POST script/deployments': {
        stub.deployments.push((JSON.parse(body) as { versions: PlatformStub['deployments'][number] }).versions);
        return { id: crypto.randomUUID() };
      }
      case 'GET /accounts/account/workers/services/edge-api-staging':
        return isMissing
          ? null
          : { default_environment: { environment: 'production', script: { last_deployed_from: 'wrangler', tags: [] } } };
      case 'GET script/subdomain':
      case 'POST script/subdomain':
        return { enabled: false, previews_enabled: false };
      case 'GET /accounts/account/workers/workers/edge-api-staging':
      case 'PATCH /accounts/account/workers/workers/edge-api-staging':
        return { id: 'edge-api-staging', name: 'edge-api-staging', subdomain: { enabled: false, previews_enabled: false }, tags: [] };
      case 'GET script/settings':
        return { bindings: [] };
      case 'PATCH script/script-settings':
        return {};
      default:
        return undefined;
    }
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const result = respond(request.method ?? '', pathname, await readBody(request));
    if (result === undefined) stub.unknown.push(`${request.method} ${pathname}`);
    const errors = result ? [] : [{ code: 10007, message: 'This Worker does not exist on your account.' }];
    response.writeHead(result ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: errors.length === 0, errors, messages: [], result: result ?? null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stub;
}

function describeUpload({ id, tag, createdOn }: Upload) {
  return {
    id,
    number: 1,
    metadata: { created_on: createdOn, author_email: 'deployer@portage.example', source: 'wrangler' },
    annotations: { 'workers/tag': tag },
    resources: { bindings: [], script: {}, script_runtime: {} },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
