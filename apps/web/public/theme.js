// Runs before the first paint, so that a stored color mode never flashes in another one. It is a file of its own
// because the Content-Security-Policy refuses inline scripts. Keys and values are those of src/ui/appearance.ts.
// The server writes a signed-in user's mode and tint into the page, which count instead.
(function () {
  if (document.documentElement.hasAttribute('data-mode')) return;
  var modes = ['light', 'dark', 'blue'];
  var tints = ['blue', 'green', 'purple', 'mint'];
  var stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('appearance') || '{}') || {};
  } catch {
    stored = {};
  }
  var root = document.documentElement;
  var mode = stored.mode;
  if (modes.indexOf(mode) < 0) mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  var tint = stored.tint;
  if (tints.indexOf(tint) < 0) tint = 'blue';
  root.setAttribute('data-mode', mode);
  root.setAttribute('data-tint', tint);
})();

// The app's first file can't say that it did not load. Its words are those of src/lib/load-chunk.ts.
addEventListener(
  'error',
  function (event) {
    if (!(event.target instanceof HTMLScriptElement)) return;
    function say() {
      var main = document.createElement('main');
      main.appendChild(document.createElement('h1')).textContent = 'Something went wrong';
      main.appendChild(document.createElement('p')).textContent =
        'This part of the page did not load. Check your connection, then reload.';
      var root = document.getElementById('root');
      if (root && !root.firstChild) root.appendChild(main);
    }
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', say);
    else say();
  },
  true,
);
