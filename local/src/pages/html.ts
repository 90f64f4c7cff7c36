/** The frame of the local pages, which have no scripts. */
export function htmlPage(title: string, body: string, width = 720): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} - Portage</title>
<style>
:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { max-width: ${width}px; margin: 32px auto; padding: 0 16px; }
h1 { font-size: 20px; } h2 { font-size: 14px; margin: 20px 0 4px; } h2:first-child { margin-top: 0; }
article, .card { border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin: 12px 0; }
.meta, .empty { opacity: .75; } pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 12px 0 0; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 12px 0; } nav:empty { display: none; } nav [aria-current] { font-weight: 600; text-decoration: none; color: inherit; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; } .scroll { overflow-x: auto; } .scroll + form { margin-top: 12px; }
form p label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; } caption { text-align: left; font-weight: 600; padding: 8px 0; }
th { white-space: nowrap; } td button, summary { white-space: nowrap; } td details { margin-bottom: 4px; }
th, td { text-align: left; min-width: 56px; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); max-width: 320px; overflow-wrap: break-word; }
button, input, select, textarea { font: inherit; max-width: 100%; padding: 6px 10px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; }
button { cursor: pointer; } button.primary { background: #0f766e; border-color: #0f766e; color: #fff; } input[type=number] { width: 80px; }
textarea { width: 100%; min-height: 200px; font-family: ui-monospace, monospace; box-sizing: border-box; } form { margin: 0; }
:focus-visible { outline: 2px solid #0d9488; outline-offset: 2px; } [role=alert] { border-color: #c2410c; }
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
