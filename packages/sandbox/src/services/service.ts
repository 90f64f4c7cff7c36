/** A fault that the script sees as an error with this name. */
export class ServiceFault extends Error {
  constructor(name: 'RangeError' | 'TypeError', message: string) {
    super(message);
    this.name = name;
  }
}

/**
 * Does something for a script that the engine can't.
 *
 * @param request whatever a script passed: nothing about its shape is certain
 * @param charge takes fuel for the work before it's done
 * @throws ServiceFault
 */
export type Service = (request: Record<string, unknown>, charge: (fuel: number) => void) => unknown;

/** @throws ServiceFault if the member isn't a text, or is too long */
export function textMember(request: Record<string, unknown>, name: string, longest: number): string {
  const value = Object.hasOwn(request, name) ? request[name] : undefined;
  if (typeof value !== 'string') throw new ServiceFault('TypeError', `"${name}" is not a text.`);
  if (value.length > longest) throw new ServiceFault('RangeError', `"${name}" is longer than ${longest} characters.`);
  return value;
}
