import { LIVE_CLOSE_CODES, type LiveRunMessage, liveRunPath } from '@portage/contracts';

/** Spec RUN-21: the pause between two reads while no push is connected. */
export const POLL_INTERVAL_MS = 1_000;

export interface LiveRunListener {
  onMessage(message: LiveRunMessage): void;
  /** True while pushes arrive, so that the page need not poll. */
  onConnectionChange(isConnected: boolean): void;
}

/**
 * Follows one run by push. A failed socket is not reopened: the page then polls (spec RUN-21), which works wherever the API does; if the
 * session has ended, the first poll finds out and opens the sign-in page. The socket is reopened only when the access token has expired,
 * with the next token.
 *
 * @returns a function that stops it.
 */
export function followRun(runId: string, openSocket: (path: string) => Promise<WebSocket | null>, listener: LiveRunListener): () => void {
  let socket: WebSocket | null = null;
  let isStopped = false;

  const open = () => {
    openSocket(liveRunPath(runId)).then(
      (opened) => {
        socket = opened;
        if (!opened) return;
        if (isStopped) {
          opened.close();
          return;
        }
        opened.addEventListener('open', () => !isStopped && listener.onConnectionChange(true));
        opened.addEventListener('close', ({ code }) => {
          if (isStopped) return;
          listener.onConnectionChange(false);
          if (code === LIVE_CLOSE_CODES.tokenExpired) open();
        });
        opened.addEventListener('message', (event) => {
          const message = parseMessage(event.data);
          if (message && !isStopped) listener.onMessage(message);
        });
      },
      () => undefined,
    );
  };
  open();

  return () => {
    isStopped = true;
    socket?.close();
  };
}

function parseMessage(data: unknown): LiveRunMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message = JSON.parse(data) as LiveRunMessage;
    return message.type === 'run' || message.type === 'steps' ? message : null;
  } catch {
    return null;
  }
}
