/** Another service's page in a frame (spec SHELL-35), isolated by its own origin. It loads only when the person opens it. */
export function startChatWidget(url: string) {
  const host = document.createElement('div');
  host.id = 'portage-chat-widget';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Chat';
  button.setAttribute('aria-expanded', 'false');
  let frame: HTMLIFrameElement | null = null;
  button.addEventListener('click', () => {
    if (!frame) {
      frame = document.createElement('iframe');
      frame.title = 'Chat';
      frame.src = url;
      frame.referrerPolicy = 'no-referrer';
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups');
      frame.hidden = true;
      host.prepend(frame);
    }
    frame.hidden = !frame.hidden;
    button.setAttribute('aria-expanded', String(!frame.hidden));
  });
  const style = document.createElement('style');
  style.textContent = STYLE;
  host.append(button, style);
  host.hidden = true;
  document.body.append(host);
  return {
    show(isShown: boolean): void {
      host.hidden = !isShown;
    },
  };
}

/** Below dialogs, above the page. Uses theme variables, so that it fits both themes. */
const STYLE = `
#portage-chat-widget { position: fixed; right: 16px; bottom: 16px; z-index: 15; display: flex; flex-direction: column; align-items: flex-end; gap: 8px; }
#portage-chat-widget[hidden], #portage-chat-widget iframe[hidden] { display: none; }
#portage-chat-widget iframe { width: min(380px, calc(100vw - 32px)); height: min(560px, calc(100vh - 96px)); border: 1px solid var(--portage-line); border-radius: 10px; background: var(--portage-surface); }
#portage-chat-widget button { padding: 8px 16px; border: 0; border-radius: 999px; background: var(--portage-brand); color: var(--portage-onBrand); font: inherit; font-weight: 600; cursor: pointer; }
#portage-chat-widget button:focus-visible { outline: 2px solid var(--portage-focus); outline-offset: 2px; }
`;
