import { liveRunProtocols } from '@portage/contracts';

/**
 * Opens a WebSocket on a path of this origin for the signed-in person. The token is sent as a subprotocol, never in the address, where logs
 * would store it.
 *
 * @returns null if no person is signed in.
 */
export async function openSocket(page: Window, path: string, getAccessToken: () => Promise<string | null>): Promise<WebSocket | null> {
  const token = await getAccessToken();
  if (!token) return null;
  const address = new URL(path, page.location.origin);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address, liveRunProtocols(token));
}
