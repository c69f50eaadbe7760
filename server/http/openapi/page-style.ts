/** Of the documentation page; it follows the reader's light or dark setting and prints well. */
export const docsStyle = `:root {
  color-scheme: light dark;
  --line: light-dark(#d5dae1, #3a414b);
  --quiet: light-dark(#56606d, #a3adba);
  --shade: light-dark(#f4f6f8, #1d2127);
  --accent: light-dark(#0b5cad, #7db8f5);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  font: 16px/1.55 system-ui, sans-serif;
  background: light-dark(#fff, #14171b);
  color: light-dark(#1a1f26, #e6e9ee);
}
a { color: var(--accent); }
.columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav {
  position: sticky;
  top: 0;
  align-self: start;
  max-height: 100vh;
  overflow: auto;
  padding: 1.5rem 1rem;
  border-right: 1px solid var(--line);
  font-size: 0.875rem;
}
nav h2 { font-size: 0.8125rem; margin: 1rem 0 0.25rem; color: var(--quiet); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.125rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { max-width: 62rem; padding: 1.5rem 2rem 6rem; }
h1 { font-size: 1.75rem; line-height: 1.2; }
h2 { margin-top: 3rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
h3 { margin: 2.5rem 0 0.25rem; }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.875rem; color: var(--quiet); }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
pre { overflow: auto; padding: 0.75rem 1rem; background: var(--shade); border-radius: 6px; }
.route { margin: 0.25rem 0 0.75rem; overflow-wrap: anywhere; }
.method { font-weight: 700; margin-right: 0.5rem; color: var(--accent); }
.quiet { color: var(--quiet); }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--line); }
th { font-weight: 600; font-size: 0.8125rem; color: var(--quiet); border-top: 0; }
td p { margin: 0; }
summary { cursor: pointer; }
@media (max-width: 48rem) {
  .columns { display: block; }
  nav { position: static; max-height: none; border: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
@media print { nav { display: none; } .columns { display: block; } }
`;
