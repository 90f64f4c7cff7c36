/** In place of a folder's id: workflows in no folder. */
export const NO_FOLDER = 'none';
