/** Steps that fetch data of one type (spec STEP-90, STEP-93). */
export const dataDefaults = { getDataDataType: 'Orders' } as const;
