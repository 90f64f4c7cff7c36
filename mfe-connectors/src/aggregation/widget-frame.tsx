import { Dialog } from '@portage/ui';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { isFromWidget, readWidgetMessage } from './widget-messages.ts';

const Frame = styled.iframe`
  display: block;
  width: 100%;
  height: 55vh;
  border: 0;
`;

interface WidgetFrameProps {
  url: string;
  linkToken: string;
  onComplete: (publicToken: string) => void;
  onClose: () => void;
}

/** The widget of the universal API in a frame; it gets its token when it reports that it is ready (spec CONN-60). */
export function WidgetFrame({ url, linkToken, onComplete, onClose }: WidgetFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const handlers = useRef({ onComplete, onClose });
  handlers.current = { onComplete, onClose };

  useEffect(() => {
    function listen(event: MessageEvent): void {
      const widget = frame.current?.contentWindow;
      if (!isFromWidget(event, widget, url)) return;
      const message = readWidgetMessage(event.data);
      switch (message?.type) {
        case 'widget:ready':
          widget?.postMessage({ type: 'widget:init', linkToken }, new URL(url).origin);
          break;
        case 'widget:complete':
          handlers.current.onComplete(message.token);
          break;
        case 'widget:close':
          handlers.current.onClose();
          break;
        case undefined:
          break;
        default:
          message satisfies never;
      }
    }
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [url, linkToken]);

  return (
    <Dialog isOpen onClose={onClose} title="Link an account" isWide>
      <Frame ref={frame} src={url} title="Link an account" sandbox="allow-scripts allow-same-origin allow-forms allow-popups" />
    </Dialog>
  );
}
