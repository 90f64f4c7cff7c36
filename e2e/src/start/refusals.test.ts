import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, startToEnd, temporaryDataDir } from '../stack/stack.ts';

let folder: Awaited<ReturnType<typeof temporaryDataDir>>;
let file: string;
let port: number;

beforeAll(async () => {
  folder = await temporaryDataDir();
  file = join(folder.dataDir, 'a-file');
  await writeFile(file, '');
  port = await freePort();
});
afterAll(() => folder.remove());

/** The output of a start that can't succeed. */
function start(settings: { dataDir?: string; port?: number; env?: Record<string, string> }) {
  return startToEnd({ dataDir: folder.dataDir, port, ...settings });
}

describe('a start that can’t succeed says why in one line and exits with 1', () => {
  test('a data folder that is a file, or below one', async () => {
    for (const dataDir of [file, join(file, 'below')]) {
      expect(await start({ dataDir })).toEqual({
        code: 1,
        lines: [`The data folder ${dataDir} is not a folder: set PORTAGE_DATA_DIR to one that can be written.`],
      });
    }
  });

  test.runIf(process.platform === 'linux')('a data folder where not even root may write', async () => {
    const { code, lines } = await start({ dataDir: '/proc/portage' });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^The data folder \/proc\/portage cannot be written \(\w+\): set PORTAGE_DATA_DIR/)]);
  });

  test('an invalid PORT', async () => {
    expect(await start({ env: { PORT: '80 80' } })).toEqual({ code: 1, lines: ['PORT must be a number from 1 to 65535, not "80 80".'] });
  });

  test('an invalid DATABASE_URL', async () => {
    for (const DATABASE_URL of ['nonsense', 'mysql://user:password@host/database']) {
      expect(await start({ env: { DATABASE_URL } })).toEqual({
        code: 1,
        lines: ['DATABASE_URL must look like postgres://user:password@host:5432/database.'],
      });
    }
  });

  test('a DATABASE_URL where nothing or something other than PostgreSQL responds', async () => {
    const nobody = await start({ env: { DATABASE_URL: `postgres://user:secret@127.0.0.1:${await freePort()}/portage` } });
    expect(nobody).toEqual({ code: 1, lines: [expect.stringMatching(/^The database of DATABASE_URL cannot be reached: .*ECONNREFUSED/)] });
    const { server, serverPort } = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const other = await start({ env: { DATABASE_URL: `postgres://user:secret@127.0.0.1:${serverPort}/portage` } });
    server.close();
    expect(other).toEqual({ code: 1, lines: [expect.stringMatching(/^The database of DATABASE_URL cannot be reached: /)] });
    expect(other.lines.join()).not.toContain('secret');
  });

  test('a port that another program uses', async () => {
    const { server, serverPort } = await listen((socket) => socket.destroy());
    const answer = await start({ port: serverPort });
    server.close();
    expect(answer).toEqual({ code: 1, lines: [`Port ${serverPort} is taken by another program: set PORT to a free one.`] });
  });

  test('a missing Workers runtime', async () => {
    const { code, lines } = await start({ env: { MINIFLARE_WORKERD_PATH: '/nowhere/workerd' } });
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe('The Workers runtime (/nowhere/workerd) is not there: run npm install again.');
    expect(lines.slice(0, -1).filter((line) => !line.startsWith('Preparing the database'))).toEqual([]);
  });
});

async function listen(onConnection: (socket: import('node:net').Socket) => void): Promise<{ server: Server; serverPort: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, serverPort: typeof address === 'object' && address ? address.port : 0 };
}
