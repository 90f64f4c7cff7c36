/** Replaces a folder's id: workflows without a folder. */
export const NO_FOLDER = 'none';
