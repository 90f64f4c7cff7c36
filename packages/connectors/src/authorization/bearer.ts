import type { ConnectorRequest } from '../requests/build-request.ts';
import { withHeader } from './put-on-request.ts';

/** A token that was pasted or came from OAuth 2. */
export interface BearerCredentials {
  token: string;
}

/** RFC 6750. Systems with their own headers say so in "Where keys go" of their type. */
export function withBearer(request: ConnectorRequest, { token }: BearerCredentials): ConnectorRequest {
  return withHeader(request, 'Authorization', `Bearer ${token}`);
}
