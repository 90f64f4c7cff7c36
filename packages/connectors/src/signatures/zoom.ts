import { timestampedHmac } from './timestamped-hmac.ts';

export const zoomSignature = timestampedHmac({ label: 'Zoom', signatureHeader: 'x-zm-signature', timeHeader: 'x-zm-request-timestamp' });
