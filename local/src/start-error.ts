/** Portage can't start or continue; `message` is the one line a person reads. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
