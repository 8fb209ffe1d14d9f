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
  customCss: `
    /* Words of the documents' tables stay whole. */
    .scalar-app .markdown :is(th, td) { word-break: normal; overflow-wrap: break-word; }
    /* Greys and colours that can be read: a contrast of 4.5 and more. */
    .light-mode {
      --scalar-color-2: #575757; --scalar-color-3: #646464;
      --scalar-color-green: #00704a; --scalar-color-blue: #0062a3; --scalar-color-red: #b3261e;
      --scalar-color-orange: #8f4700; --scalar-color-yellow: #6d5800; --scalar-color-purple: #5b3fa8;
    }
    .dark-mode { --scalar-color-2: #b4b4b4; --scalar-color-3: #a3a3a3; }
  `,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});

// What scrolls can be reached by keys, and what copies has a name.
function complete() {
  for (const part of document.querySelectorAll('ul.endpoints, .custom-scroll')) part.tabIndex = 0;
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
  // Its other name does not begin as what it shows.
  for (const button of document.querySelectorAll('.show-more[aria-label]'))
    button.removeAttribute('aria-label');
}
new MutationObserver(complete).observe(document.getElementById('reference'), {
  childList: true,
  subtree: true,
});
complete();
