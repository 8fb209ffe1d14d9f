// Draws the document of this page. What the rest of the site knows of light and dark holds here as well.
const chosen = localStorage.getItem('vitepress-theme-appearance') ?? 'auto';
const dark = chosen === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';

window.Scalar.createApiReference('#reference', {
  content: window.apiDocument,
  darkMode: dark,
  hideDarkModeToggle: true,
  forceDarkModeState: dark ? 'dark' : 'light',
  // Nothing is asked of any other host.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  documentDownloadType: 'none',
  // Words of the documents' tables stay whole.
  customCss: '.scalar-app .markdown :is(th, td) { word-break: normal; overflow-wrap: break-word; }',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
