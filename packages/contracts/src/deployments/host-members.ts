/** The services of the page that the shell always gives: every area with this kit asks for them when it mounts. */
export const HOST_MEMBERS = {
  api: true,
  session: true,
  queryClient: true,
  navigate: true,
  setPageTitle: true,
  notify: true,
  guardLeaving: true,
  openSocket: true,
  uploadFile: true,
  streamEvents: true,
} as const;
