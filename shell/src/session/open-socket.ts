import { liveRunProtocols } from '@portage/contracts';

/** The token is sent as a subprotocol, not in the address, which logs would store. @returns null if no person is signed in */
export async function openSocket(page: Window, path: string, getAccessToken: () => Promise<string | null>): Promise<WebSocket | null> {
  const token = await getAccessToken();
  if (!token) return null;
  const address = new URL(path, page.location.origin);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address, liveRunProtocols(token));
}
