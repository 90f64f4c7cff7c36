/** The hot-reload test changes this line. */
export const label = 'as built';
