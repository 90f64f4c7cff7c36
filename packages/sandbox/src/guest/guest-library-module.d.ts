declare module '*/dist/guest-library.js' {
  /** The text of a function that takes the host's function and gives scripts the library of `src/guest/library`. */
  export const guestLibrary: string;
}
