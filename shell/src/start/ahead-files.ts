/** Names of the page's meta elements that list the addresses of files, divided by spaces. */
export const AHEAD_FILES = { frame: 'portage-frame', font: 'portage-font' } as const;
