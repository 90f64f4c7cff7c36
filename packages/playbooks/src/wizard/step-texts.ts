/** The message of a wizard's step with a missing answer; the page shows it before the server does. */
export const ENTITIES_UNSELECTED = 'Please select Source and Target entities';
export const NO_FIELDS = 'There is no available configurable fields, please select another Source and Target entities';
export const PRICES_UNMAPPED = 'Please setup all Price Levels and Price Books matching';
export const DIRECTION_UNSELECTED = 'Please select Direction';
export const EXTERNAL_IDS_UNSELECTED = 'Please select Target External Id Fields';

export function notANumber(title: string): string {
  return `${title} must be a number`;
}

/** A template names a field type that doesn't exist (STEP-110). */
export function unknownFieldType(type: string): string {
  return `Unknown additional field type “${type}”`;
}

export function notADay(title: string): string {
  return `${title} must be a day such as 2026-01-31`;
}
