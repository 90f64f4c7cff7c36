/** Messages of the universal API's widget (spec CONN-60). */
export type WidgetMessage = { type: 'widget:ready' } | { type: 'widget:complete'; token: string } | { type: 'widget:close' };

/** @returns null for anything that isn't a message of the widget, whatever window sent it */
export function readWidgetMessage(data: unknown): WidgetMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, token } = data as { type?: unknown; token?: unknown };
  switch (type) {
    case 'widget:ready':
    case 'widget:close':
      return { type };
    case 'widget:complete':
      return typeof token === 'string' && token !== '' ? { type, token } : null;
    default:
      return null;
  }
}

/** Whether a message comes from the widget's own frame, from the widget's own origin (HOSTILE 35). */
export function isFromWidget(event: Pick<MessageEvent, 'origin' | 'source'>, frame: Window | null | undefined, widgetUrl: string): boolean {
  return Boolean(frame) && event.source === frame && event.origin === new URL(widgetUrl).origin;
}

/** The address of the widget. Null if none can be shown; this is logged (spec CONN-61). */
export function checkedWidgetUrl(text: string | null | undefined): string | null {
  if (text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href;
  console.error('Invalid configuration');
  return null;
}
