let isPressed = false;
let isListening = false;

/** Starts watching the pointer; called by forms when they appear. */
export function watchPresses(): void {
  if (isListening) return;
  isListening = true;
  const press = (next: boolean) => () => {
    isPressed = next;
  };
  window.addEventListener('pointerdown', press(true), { capture: true });
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, press(false), { capture: true });
}

export function isPressing(): boolean {
  return isPressed;
}

/**
 * Runs an action now, or after the press in progress. Otherwise a field that loses focus to a button would show its message at once, the
 * button would move away under the pointer, and the press would miss it.
 */
export function afterPress(action: () => void): void {
  if (!isPressed) {
    action();
    return;
  }
  const ended = new AbortController();
  const finish = () => {
    ended.abort();
    setTimeout(action);
  };
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, finish, { signal: ended.signal });
}
