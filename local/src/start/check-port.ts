import { createServer } from 'node:net';
import { StartError } from '../start-error.ts';

/** @throws StartError if another process listens on the port */
export async function checkPort(port: number): Promise<void> {
  const code = await new Promise<string | null>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(null)));
  });
  if (code === 'EADDRINUSE') throw new StartError(`Port ${port} is taken by another program: set PORT to a free one.`);
  if (code !== null) throw new StartError(`Port ${port} cannot be used (${code}): set PORT to another one.`);
}
