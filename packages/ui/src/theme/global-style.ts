import { createGlobalStyle } from 'styled-components';
import { fontFiles, fontRanges } from './fonts.ts';
import { chosenInForcedColors } from './forced-colors.ts';
import { darkPalette, lightPalette, type PaletteName } from './palette.ts';
import { color, font, motion, radius, size } from './tokens.ts';

function declare(palette: Record<PaletteName, string>): string {
  return Object.entries(palette)
    .map(([name, value]) => `--portage-${name}: ${value};`)
    .join('\n');
}

/** The fonts, separate from the foundation: the shell loads them once nothing more urgent is on its way. */
export const FontFaces = createGlobalStyle`
  @font-face {
    font-family: 'Inter Variable';
    font-style: normal;
    font-display: swap;
    font-weight: 100 900;
    src: url(${fontFiles.interfaceExtended}) format('woff2-variations');
    unicode-range: ${fontRanges.latinExtended};
  }
  @font-face {
    font-family: 'Inter Variable';
    font-style: normal;
    font-display: swap;
    font-weight: 100 900;
    src: url(${fontFiles.interface}) format('woff2-variations');
    unicode-range: ${fontRanges.latin};
  }
  @font-face {
    font-family: 'JetBrains Mono Variable';
    font-style: normal;
    font-display: swap;
    font-weight: 100 800;
    src: url(${fontFiles.data}) format('woff2-variations');
    unicode-range: ${fontRanges.latin};
  }
`;

/**
 * The page's foundation: both themes, focus, motion. The shell renders it once; areas use what it declares. The system's preference
 * applies unless `data-theme` on the root element overrides it (see `theme-preference.ts`).
 */
export const GlobalStyle = createGlobalStyle`
  :root {
    color-scheme: light;
    ${declare(lightPalette)}
  }
  @media (prefers-color-scheme: dark) {
    :root:not([data-theme='light']) {
      color-scheme: dark;
      ${declare(darkPalette)}
    }
  }
  :root[data-theme='dark'] {
    color-scheme: dark;
    ${declare(darkPalette)}
  }
  *, *::before, *::after { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; }
  body {
    margin: 0;
    background: ${color.canvas};
    color: ${color.text};
    font: ${font.weight.regular} ${font.size.base}/${font.lineHeight} ${font.interface};
    -webkit-font-smoothing: antialiased;
    text-rendering: optimizeLegibility;
  }
  h1, h2, h3, h4, p { margin: 0; }
  h1, h2, h3, h4 { font-weight: ${font.weight.bold}; letter-spacing: -0.01em; line-height: 1.25; }
  code, pre, kbd, samp { font-family: ${font.data}; font-size: ${font.size.small}; font-variant-ligatures: none; }
  textarea, input { font-variant-ligatures: none; }
  a { color: ${color.brand}; text-underline-offset: 0.2em; }
  a:hover { text-decoration-thickness: 0.12em; }
  button, input, textarea, select { font: inherit; color: inherit; }
  :focus { outline: none; }
  :focus-visible {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: ${size.focusRing};
    border-radius: ${radius.control};
  }
  ::selection { background: ${color.brand}; color: ${color.onBrand}; }
  ::placeholder { color: ${color.muted}; opacity: 1; }
  * { scrollbar-color: ${color.lineStrong} transparent; scrollbar-width: thin; }
  @media (forced-colors: active) {
    :is(a, button):is([aria-current]:not([aria-current='false']), [aria-pressed='true']) { ${chosenInForcedColors} }
  }
  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    a, button { transition: background-color ${motion.quick} ${motion.ease}, border-color ${motion.quick} ${motion.ease}; }
  }
`;
