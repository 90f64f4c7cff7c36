import { lightPalette, type PaletteName } from './palette.ts';

/** The design tokens (packages/ui/README.md). Colours are CSS custom properties, so switching the theme re-renders nothing. */
export const color = Object.fromEntries(Object.keys(lightPalette).map((name) => [name, `var(--portage-${name})`])) as Record<
  PaletteName,
  string
>;

/** Steps of the 4 px grid: `space(2)` is 8 px. */
export function space(steps: number): string {
  return `${steps * 4}px`;
}

export const font = {
  interface: "'Inter Variable', 'Inter', system-ui, -apple-system, 'Segoe UI', sans-serif",
  data: "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  /** 12, 13, 14, 16, 20 and 24 px at the browser's usual text size; they follow the person's setting. */
  size: { tiny: '0.75rem', small: '0.8125rem', base: '0.875rem', large: '1rem', title: '1.25rem', display: '1.5rem' },
  weight: { regular: 400, medium: 500, bold: 600 },
  lineHeight: 1.45,
} as const;

/** The height of `size.dataRow` before rounding, for calculations. */
export const DATA_ROW_REM = 1.375;

export const size = {
  hairline: '1px',
  focusRing: '2px',
  control: '32px',
  controlDense: '28px',
  touch: '40px',
  icon: '16px',
  iconSmall: '14px',
  iconLarge: '20px',
  iconHuge: '40px',
  /** Sizes of the frame (spec CONST-04). */
  sidebar: '270px',
  topBar: '64px',
  /** A form is never wider (spec CONST-05). */
  form: '700px',
  drawer: '450px',
  drawerWide: '460px',
  /** Width of plain dialogs such as "New Step" (spec EDIT-36). */
  dialog: '500px',
  dialogWide: '720px',
  menu: '200px',
  listHeight: '320px',
  toast: '380px',
  field: '320px',
  statusColumn: '150px',
  timeColumn: '220px',
  label: '160px',
  page: '1440px',
  /** Everything above and below the code on a page that shows nothing else. */
  aroundCode: '20rem',
  /** Phone layout below this width. */
  narrow: '720px',
  /** A narrower table shows its rows as cards. Next to the open sidebar, a window of 1,024 px has more room. */
  cards: '620px',
  /** A narrower table shows row actions as icons. */
  shortActions: '1000px',
  /** The minimum width of a row's main cell, however many columns are next to it. */
  firstColumn: '160px',
  /** A box of JSON in a step scrolls beyond this height (spec EXPR-14). */
  jsonBox: '300px',
  /** A row of a data viewer, in whole pixels, so that a million rows stay aligned. */
  dataRow: `round(${DATA_ROW_REM}rem, 1px)`,
  lineNumberGap: '16px',
  /** Choices may be wider than their field, up to a readable line. */
  optionLine: '30rem',
  /** A narrower grid of cards has two columns, then one. */
  twoCards: '860px',
  oneCard: '480px',
  /** The label of a value, where a table row is a card. */
  cardLabel: '96px',
  /** Below this width a card's labels are above their values: next to its label, a date would be cut at 320 px. */
  narrowCards: '300px',
} as const;

export const radius = { control: '6px', card: '10px', round: '999px' } as const;

export const shadow = { floating: `0 8px 24px ${color.shadow}` } as const;

export const motion = { quick: '120ms', calm: '180ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' } as const;

export const layer = { sticky: 10, sidebar: 20, overlay: 100, toast: 200 } as const;

/** The meaning of a colour: used by badges, banners, toasts and statuses. */
export type Tone = 'neutral' | 'brand' | 'success' | 'warning' | 'danger' | 'info';

export const toneColor: Record<Tone, { text: string; soft: string }> = {
  neutral: { text: color.muted, soft: color.neutralSoft },
  brand: { text: color.brand, soft: color.brandSoft },
  success: { text: color.success, soft: color.successSoft },
  warning: { text: color.warning, soft: color.warningSoft },
  danger: { text: color.danger, soft: color.dangerSoft },
  info: { text: color.info, soft: color.infoSoft },
};
