import type { ConnectorRequest } from '../requests/build-request.ts';
import { withHeader } from './put-on-request.ts';

/** A token that was pasted, or that OAuth 2 gave. */
export interface BearerCredentials {
  token: string;
}

/** RFC 6750. Systems with headers of their own say so in "Where keys go" of their type. */
export function withBearer(request: ConnectorRequest, { token }: BearerCredentials): ConnectorRequest {
  return withHeader(request, 'Authorization', `Bearer ${token}`);
}
