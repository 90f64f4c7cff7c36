import { hashService } from './hash-service.ts';
import { dateService, intlService } from './intl-service.ts';
import { randomService } from './random-service.ts';
import { type Service, ServiceFault } from './service.ts';
import { urlService } from './url-service.ts';

const services: Record<string, Service> = {
  url: urlService,
  hash: hashService,
  random: randomService,
  intl: intlService,
  date: dateService,
};

/**
 * Handles a script's request to its host (from `src/guest/library`).
 *
 * @returns `{"value": ...}` or `{"error": {"name", "message"}}` as JSON
 * @throws what `charge` throws if the fuel doesn't cover the work
 */
export function handleScriptRequest(name: string, requestJson: string, charge: (fuel: number) => void): string {
  try {
    const service = Object.hasOwn(services, name) ? services[name] : undefined;
    const request: unknown = JSON.parse(requestJson);
    if (!service || typeof request !== 'object' || request === null) throw new ServiceFault('TypeError', 'There is no such service.');
    return JSON.stringify({ value: service(request as Record<string, unknown>, charge) });
  } catch (error) {
    if (error instanceof ServiceFault || error instanceof SyntaxError) {
      return JSON.stringify({ error: { name: error.name, message: error.message } });
    }
    throw error;
  }
}
