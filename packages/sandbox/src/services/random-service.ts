import { type Service, ServiceFault } from './service.ts';

const MOST_BYTES = 65_536;

export const randomService: Service = (request, charge) => {
  if (request.uuid === true) return crypto.randomUUID();
  const count = request.bytes;
  if (!Number.isInteger(count) || (count as number) < 0 || (count as number) > MOST_BYTES) {
    throw new ServiceFault('RangeError', `From 0 to ${MOST_BYTES} random bytes are made at once.`);
  }
  charge(count as number);
  return Array.from(crypto.getRandomValues(new Uint8Array(count as number)), (byte) => String.fromCharCode(byte)).join('');
};
