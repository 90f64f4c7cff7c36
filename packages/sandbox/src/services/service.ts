/** A fault that the script sees as an error of this name. */
export class ServiceFault extends Error {
  constructor(name: 'RangeError' | 'TypeError', message: string) {
    super(message);
    this.name = name;
  }
}

/**
 * Does something for a script that the engine cannot.
 * @param request whatever a script made of it: nothing about its shape is certain
 * @param charge takes fuel for the work, before it is done
 * @throws ServiceFault
 */
export type Service = (request: Record<string, unknown>, charge: (fuel: number) => void) => unknown;

/** @throws ServiceFault when the member is not a text, or is longer */
export function textMember(request: Record<string, unknown>, name: string, longest: number): string {
  const value = Object.hasOwn(request, name) ? request[name] : undefined;
  if (typeof value !== 'string') throw new ServiceFault('TypeError', `"${name}" is not a text.`);
  if (value.length > longest) throw new ServiceFault('RangeError', `"${name}" is longer than ${longest} characters.`);
  return value;
}
