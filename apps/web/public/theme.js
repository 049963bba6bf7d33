// Runs before the first paint, so that a stored color mode never flashes in another one. It is a file of its own
// because the Content-Security-Policy refuses inline scripts. Keys and values are those of src/ui/appearance.ts.
// The server writes a signed-in user's mode and tint into the page, which count instead.
(function () {
  const look = document.documentElement.dataset;
  if (look.mode !== undefined) return;
  let stored;
  try {
    stored = JSON.parse(localStorage.getItem('appearance'));
  } catch {
    // Not available, or not ours.
  }
  const { mode, tint } = stored || {};
  const usual = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  look.mode = ['light', 'dark', 'blue'].includes(mode) ? mode : usual;
  look.tint = ['blue', 'green', 'purple', 'mint'].includes(tint) ? tint : 'blue';
})();

// The browser may offer to install the app before the code that shows it has loaded
// (src/features/site/installed/install-prompt.ts).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});

// The app's first file can't say that it did not load. Its words are those of src/lib/load-chunk.ts.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    function say() {
      const root = document.getElementById('root');
      if (root && !root.firstChild)
        root.innerHTML =
          '<main><h1>Something went wrong</h1><p>This part of the page did not load. Check your connection, then reload.</p></main>';
    }
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', say);
    else say();
  },
  true,
);
