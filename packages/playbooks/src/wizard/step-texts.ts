/** Said at a wizard's step where an answer is missing; the page says it before the server does. */
export const ENTITIES_UNSELECTED = 'Please select Source and Target entities';
export const NO_FIELDS = 'There is no available configurable fields, please select another Source and Target entities';
export const PRICES_UNMAPPED = 'Please setup all Price Levels and Price Books matching';
export const DIRECTION_UNSELECTED = 'Please select Direction';
export const EXTERNAL_IDS_UNSELECTED = 'Please select Target External Id Fields';

export function notANumber(title: string): string {
  return `${title} must be a number`;
}

/** A template names a type of field that there is not (STEP-110). */
export function unknownFieldType(type: string): string {
  return `Unknown additional field type “${type}”`;
}

export function notADay(title: string): string {
  return `${title} must be a day such as 2026-01-31`;
}
