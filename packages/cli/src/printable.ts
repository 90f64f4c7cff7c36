/** Names and messages come from servers and files: none may control the terminal or turn text around. What was JSON stays JSON. */
export function printable(text: string): string {
  return text.replace(
    /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
